/** Locks of files. */
import { api, unwrap, unwrapPage } from '#api/client';
import type { Entity } from '#api/types';

/** The lock of a file. */
export type LfsLock = Entity<'repository.LfsLock'>;

/** Keys of the queries of locks. */
export const lfsLockKeys = {
  ofProject: (projectId: number) => ['lfs-locks', projectId],
  list: (projectId: number, page: number) => ['lfs-locks', projectId, 'list', page],
  ofFile: (projectId: number, path: string) => ['lfs-locks', projectId, 'file', path],
} as const;

/** List the locks of a project. */
export function listLfsLocks(projectId: number, query: { page?: number; path?: string }) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/lfs_locks', { params: { path: { id: String(projectId) }, query } }));
}

/** Lock a file. */
export function createLfsLock(projectId: number, path: string) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/lfs_locks', { params: { path: { id: String(projectId) } }, body: { path } }),
  );
}

/** Release a lock, with `force` that of another user. */
export function deleteLfsLock(projectId: number, { id, force }: { id: number; force: boolean }) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/lfs_locks/{lock_id}', {
      params: { path: { id: String(projectId), lock_id: id }, query: { force } },
    }),
  );
}
