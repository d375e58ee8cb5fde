import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of repository. */
export const repositoryKeys = {
  blame: (projectId: number, ref?: string, path?: string) => ['blame', projectId, ref, path],
  comparison: (...parts: readonly unknown[]) => ['compare', ...parts],
  lastCommit: (projectId: number, ref: string, path: string) => ['last-commit', projectId, ref, path],
  searchedRefs: (projectId: number, search: string) => ['refs', projectId, 'menu', search],
  refs: (projectId: number, prefix: string) => ['refs', projectId, prefix],
  tree: (projectId: number, ref: string, path: string) => ['tree', projectId, ref, path],
} as const;

/** List the files and folders of a repository. */
export function listTree(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/repository/tree'>) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/tree', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Get a file with its content. */
export function getFile(
  projectId: number | string,
  filePath: string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/files/{file_path}'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/files/{file_path}', {
      params: { path: { id: String(projectId), file_path: filePath }, query },
    }),
  );
}

/** Get the blame of a file. */
export function getFileBlame(
  projectId: number | string,
  filePath: string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/files/{file_path}/blame'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/files/{file_path}/blame', {
      params: { path: { id: String(projectId), file_path: filePath }, query },
    }),
  );
}

/** Compare two branches, tags or commits. */
export function compareRevisions(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/compare'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/compare', { params: { path: { id: String(projectId) }, query } }),
  );
}
