import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of repository. */
export const repositoryKeys = {
  blame: (projectId: number, ref?: string, path?: string) => ['blame', projectId, ref, path],
  comparison: (...parts: readonly unknown[]) => ['compare', ...parts],
  divergences: (projectId: number, refs: readonly string[]) => ['branches', projectId, 'divergences', refs],
  filePaths: (projectId: number, ref?: string) => ['file-paths', projectId, ref],
  lastCommit: (projectId: number, ref: string, path: string) => ['last-commit', projectId, ref, path],
  lastCommits: (projectId: number, { ref, path, page }: { ref: string; path: string; page: number }) => [
    'last-commits',
    projectId,
    ref,
    path,
    page,
  ],
  searchedRefs: (projectId: number, kinds: string, search: string) => ['refs', projectId, 'menu', kinds, search],
  refs: (projectId: number, prefix: string) => ['refs', projectId, prefix],
  tree: (projectId: number, ref: string, path: string) => ['tree', projectId, ref, path],
} as const;

/** List the files and folders of a repository. */
export function listTree(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/repository/tree'>) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/tree', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** List the last commits of a folder's entries. */
export function listLastCommits(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/tree/last_commits'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/tree/last_commits', {
      params: { path: { id: String(projectId) }, query },
    }),
  );
}

/** List the paths of all files. */
export function listFilePaths(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/tree/paths'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/tree/paths', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Count how far refs are ahead of a base and behind it. */
export function listDivergences(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/divergences'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/divergences', { params: { path: { id: String(projectId) }, query } }),
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
