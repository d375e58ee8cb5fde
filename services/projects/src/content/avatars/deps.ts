import type { EntityStore, FileStore } from '@forgemesh/data';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of avatars. */
export interface AvatarsDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
}
