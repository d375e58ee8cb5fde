import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Paths } from '#namespaces/paths';
import type { ProjectDocument, Recount } from '#projects/model';

/** Dependencies of the removal of projects. */
export interface ProjectRemovalDeps {
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  /** Recounts the forks of a project; false if the project does not exist. */
  recountForks: Recount<boolean>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Claims and redirects of paths. */
  paths: Paths;
}
