import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { AccessServiceDefinition } from '@forgemesh/proto/projects/v1/access';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ServiceClient } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { SshKeyDocument } from '#credentials/ssh-keys';

/** Dependencies of deploy keys. */
export interface DeployKeysDeps {
  sshKeys: EntityStore<SshKeyDocument>;
  access: ServiceClient<typeof AccessServiceDefinition>;
  settings: Settings<ApplicationSettings>;
  log: Logger;
}
