import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore, FileStore } from '@forgemesh/data';
import { finishRemoval } from '#groups/removal';
import type { NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnRemovalStartedDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Deletes a project and releases its path. Idempotent. */
  removeProject: (project: ProjectDocument, actor: number | null) => Promise<void>;
}

/** Removes a namespace that is marked for removal, and everything in it. */
export const onRemovalStarted: EventConsumer<'projects.namespace.removal_started', OnRemovalStartedDeps> = {
  name: 'projects-remove-namespaces',
  events: ['projects.namespace.removal_started'],
  from: 'all',
  handle: ({ subject }, deps) => finishRemoval(deps, Number(subject)),
};
