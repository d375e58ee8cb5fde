/** Cached reads of projects, for the areas that need single fields of them. */
import type { ProjectDocument } from '#projects/model';
import type { ProjectListsDeps } from './deps';
import { findCachedProject, findCachedProjectAt } from './find-cached-project';

/** Reads projects from the cache. */
export interface ProjectReader {
  /** A project by id; null if it does not exist. Never use it for a write. */
  findCached(id: number): Promise<ProjectDocument | null>;
  /**
   * A project by its namespace and the last segment of its path, case-insensitive; null if it does
   * not exist. Never use it for a write.
   */
  findCachedAt(namespaceId: number, path: string): Promise<ProjectDocument | null>;
}

/** Creates the reader. */
export function createProjectReader(deps: Pick<ProjectListsDeps, 'projects' | 'projectCache'>): ProjectReader {
  return {
    findCached: (id) => findCachedProject(deps, id),
    findCachedAt: (namespaceId, path) => findCachedProjectAt(deps, namespaceId, path),
  };
}
