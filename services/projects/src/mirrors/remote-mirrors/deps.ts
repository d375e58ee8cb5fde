import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Clients } from '#clients';
import type { ProjectDocument } from '#projects/model';
import type { RemoteMirrorDocument } from './remote-mirror.model';

/** Dependencies of remote mirrors. */
export interface RemoteMirrorsDeps {
  clients: Pick<Clients, 'mirrors'>;
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
}
