import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { UserLevels } from '#access';
import type { Clients } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { JobRunner } from '#jobs';
import type { RemoteMirrorDocument } from '#mirrors/remote-mirrors';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of pull mirrors. */
export interface PullMirrorsDeps {
  clients: Pick<Clients, 'mirrors'>;
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
  /** Runs imports from URLs and updates of pull mirrors in this process. */
  pullMirrors: JobRunner<ProjectDocument>;
  /** Runs updates of push mirrors in this process. */
  pushMirrors: JobRunner<RemoteMirrorDocument>;
  /** Encrypts the URLs of mirrored repositories, which may contain credentials. */
  mirrorBox: SecretBox;
  /** Access levels of users. */
  levels: UserLevels;
  /** Display data and profiles of users. */
  directory: UserDirectory;
}
