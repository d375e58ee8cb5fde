import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of commits. */
export const commitKeys = {
  one: (projectId: number, sha: string) => ['commit', projectId, sha],
  discussions: (projectId: number, sha: string) => ['commit', projectId, sha, 'discussions'],
  diff: (projectId: number, sha: string) => ['commit-diff', projectId, sha],
  mergeRequests: (projectId: number, sha: string) => ['commit-merge-requests', projectId, sha],
  refs: (projectId: number, sha: string) => ['commit-refs', projectId, sha],
  allRefs: (projectId: number, sha: string) => ['commit-refs', projectId, sha, 'all'],
  signature: (projectId: number, sha: string) => ['commit-signature', projectId, sha],
  list: (projectId: number, ref: string | undefined, path: string | undefined, page: number) => [
    'commits',
    projectId,
    ref,
    path,
    page,
  ],
  graph: (projectId: number, ref: string | undefined, page: number) => ['commits', projectId, 'graph', ref, page],
  statuses: (projectId: number, sha: string) => ['statuses', projectId, sha],
} as const;

/** List the commits of a repository. */
export function findCommits(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/commits'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/commits', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Get a commit. */
export function getCommit(projectId: number | string, sha: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/commits/{sha}', { params: { path: { id: String(projectId), sha } } }),
  );
}

/** Create a commit. */
export function createCommit(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/repository/commits'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/repository/commits', { params: { path: { id: String(projectId) } }, body }),
  );
}

/** Cherry-pick a commit. */
export function cherryPickCommit(
  projectId: number | string,
  sha: string,
  body: BodyOf<'post', '/api/v4/projects/{id}/repository/commits/{sha}/cherry_pick'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/repository/commits/{sha}/cherry_pick', {
      params: { path: { id: String(projectId), sha } },
      body,
    }),
  );
}

/** Revert a commit. */
export function revertCommit(
  projectId: number | string,
  sha: string,
  body: BodyOf<'post', '/api/v4/projects/{id}/repository/commits/{sha}/revert'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/repository/commits/{sha}/revert', {
      params: { path: { id: String(projectId), sha } },
      body,
    }),
  );
}

/** List the commits of a repository. */
export function listCommits(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/commits'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/commits', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** List the branches and tags that contain a commit. */
export function listCommitRefs(
  projectId: number | string,
  sha: string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/commits/{sha}/refs'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/commits/{sha}/refs', {
      params: { path: { id: String(projectId), sha }, query },
    }),
  );
}

/** List the merge requests of a commit. */
export function listCommitMergeRequests(projectId: number | string, sha: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/commits/{sha}/merge_requests', {
      params: { path: { id: String(projectId), sha } },
    }),
  );
}

/** Get the GPG signature of a commit. */
export function getCommitSignature(projectId: number | string, sha: string) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/repository/commits/{sha}/signature', {
      params: { path: { id: String(projectId), sha } },
    }),
  );
}

/** List the statuses of a commit. */
export function listCommitStatuses(
  projectId: number | string,
  sha: string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/commits/{sha}/statuses'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/commits/{sha}/statuses', {
      params: { path: { id: String(projectId), sha }, query },
    }),
  );
}

/** List the files that a commit changes. */
export function listCommitDiff(
  projectId: number | string,
  sha: string,
  query: QueryOf<'get', '/api/v4/projects/{id}/repository/commits/{sha}/diff'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/repository/commits/{sha}/diff', {
      params: { path: { id: String(projectId), sha }, query },
    }),
  );
}
