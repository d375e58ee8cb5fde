import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { Urls } from '#urls';
import type { UserDocument } from '#users/accounts';
import type { SshKeyDocument } from './ssh-key.model';

/** Dependencies of SSH keys. */
export interface SshKeysDeps {
  users: EntityStore<UserDocument>;
  sshKeys: EntityStore<SshKeyDocument>;
  settings: Settings<ApplicationSettings>;
  urls: Urls;
  log: Logger;
}
