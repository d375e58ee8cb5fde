import type { EntityStore, FileStore } from '@forgemesh/data';
import type { NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the removal of namespaces. */
export interface NamespaceRemovalDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Deletes a project and releases its path. Idempotent. */
  removeProject: (project: ProjectDocument, actor: number | null) => Promise<void>;
}
