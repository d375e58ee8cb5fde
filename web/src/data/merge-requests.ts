import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, Project, QueryOf } from '#api/types';
import { useIsIdle } from '#lib/use-is-idle';
import { usePolling } from '#live/use-live';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of merge requests. */
export const mergeRequestKeys = {
  one: (projectId: number, iid: number) => ['merge-request', projectId, iid],
  ofBranches: (projectId: number, source: string, target: string) => [
    'merge-requests',
    projectId,
    'branches',
    source,
    target,
  ],
  openInProject: (projectId: number) => ['merge-requests', projectId, 'open'],
  openCount: (projectId: number) => ['merge-requests', projectId, 'open-count'],
  approvalState: (projectId: number, iid: number, sha: string | null) => [
    'merge-request',
    projectId,
    iid,
    'approval-state',
    sha,
  ],
  approvals: (projectId: number, iid: number, sha: string | null) => [
    'merge-request',
    projectId,
    iid,
    'approvals',
    sha,
  ],
  closedIssues: (projectId: number, iid: number) => ['merge-request', projectId, iid, 'closes'],
  conflicts: (projectId: number, iid: number) => ['merge-request', projectId, iid, 'conflicts'],
  commits: (projectId: number, iid: number, page: number) => ['merge-request', projectId, iid, 'commits', page],
  diffs: (projectId: number, iid: number, sha: string | null) => ['merge-request', projectId, iid, 'diffs', sha],
  discussions: (projectId: number, iid: number) => ['merge-request', projectId, iid, 'discussions'],
  participants: (projectId: number, iid: number) => ['merge-request', projectId, iid, 'participants'],
  versions: (projectId: number, iid: number, sha: string | null) => ['merge-request', projectId, iid, 'versions', sha],
  pipelines: (projectId: number, iid: number) => ['merge-request', projectId, iid, 'pipelines'],
  lists: ['merge-requests'],
  approvalCounts: (ids: readonly number[]) => ['merge-requests', 'approval-counts', ids],
  counts: (scope: unknown, filters: unknown) => ['merge-requests', 'counts', scope, filters],
  list: (scope: unknown, filters: unknown, page: number) => ['merge-requests', scope, filters, page],
  start: ['merge_requests', 'start'],
} as const;

/** List merge requests of all projects. */
export function listMergeRequests(query: QueryOf<'get', '/api/v4/merge_requests'>) {
  return unwrapPage(api.GET('/api/v4/merge_requests', { params: { query } }));
}

/** List the merge requests of a project. */
export function listProjectMergeRequests(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/merge_requests'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/merge_requests', { params: { path: { id: String(projectId) }, query } }),
  );
}

/**
 * The number of open merge requests; undefined where they are disabled, and until the page has been
 * shown.
 */
export function useOpenRequestCount({ id, merge_requests_enabled: isEnabled }: Project): number | undefined {
  const isIdle = useIsIdle();
  const { data } = useQuery({
    queryKey: mergeRequestKeys.openCount(id),
    queryFn: () => listProjectMergeRequests(id, { state: 'opened', per_page: 1 }),
    enabled: isIdle && isEnabled === true,
    refetchInterval: usePolling(undefined, 60_000),
  });
  return data?.total;
}

/** List the merge requests of a group. */
export function listGroupMergeRequests(
  groupId: number | string,
  query: QueryOf<'get', '/api/v4/groups/{id}/merge_requests'>,
) {
  return unwrapPage(
    api.GET('/api/v4/groups/{id}/merge_requests', { params: { path: { id: String(groupId) }, query } }),
  );
}

/** Download the merge requests of a project or group as CSV. */
export function exportMergeRequests(
  owner: OwnerId,
  query: QueryOf<'get', '/api/v4/projects/{id}/merge_requests/export_csv'>,
) {
  return unwrap(
    api.GET(`${apiPathOf(owner)}/merge_requests/export_csv`, {
      params: { path: { id: owner.id }, query },
      parseAs: 'blob',
    }),
  );
}

/** List the merge requests related to an issue. */
export function listRelatedMergeRequests(projectId: number | string, issueIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/issues/{issue_iid}/related_merge_requests', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** List the merge requests that close an issue. */
export function listClosingMergeRequests(projectId: number | string, issueIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/issues/{issue_iid}/closed_by', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Create a merge request. */
export function createMergeRequest(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/merge_requests'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests', { params: { path: { id: String(projectId) } }, body }),
  );
}

/** List the issues that a merge request closes. */
export function listClosedIssues(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/closes_issues', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Merge a merge request. */
export function mergeMergeRequest(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/merge'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/merge', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** Cancel the automatic merge of a merge request. */
export function cancelMergeWhenPipelineSucceeds(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Rebase a merge request. */
export function rebaseMergeRequest(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/rebase'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/rebase', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** List the conflicts of a merge request. */
export function listMergeRequestConflicts(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/conflicts', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Resolve the conflicts of a merge request. */
export function resolveMergeRequestConflicts(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/conflicts'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/conflicts', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** List the changed files of a merge request. */
export function listMergeRequestDiffs(
  projectId: number | string,
  mergeRequestIid: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/diffs'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/diffs', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid }, query },
    }),
  );
}

/** List the diff versions of a merge request, newest first. */
export function listMergeRequestVersions(projectId: number | string, mergeRequestIid: number) {
  return allPages((page) =>
    unwrapPage(
      api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/versions', {
        params: {
          path: { id: String(projectId), merge_request_iid: mergeRequestIid },
          query: { page, per_page: 100 },
        },
      }),
    ),
  );
}

/** Get a diff version of a merge request. */
export function getMergeRequestVersion(projectId: number | string, mergeRequestIid: number, versionId: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/versions/{version_id}', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid, version_id: versionId } },
    }),
  );
}

/** List the commits of a merge request. */
export function listMergeRequestCommits(
  projectId: number | string,
  mergeRequestIid: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/commits'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/commits', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid }, query },
    }),
  );
}

/** List the pipelines of a merge request. */
export function listMergeRequestPipelines(projectId: number | string, mergeRequestIid: number) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/pipelines', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** List the participants of a merge request. */
export function listMergeRequestParticipants(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/participants', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Unsubscribe the caller from a merge request. */
export function unsubscribeMergeRequest(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/unsubscribe', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Subscribe the caller to a merge request. */
export function subscribeMergeRequest(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/subscribe', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Get a merge request. */
export function getMergeRequest(
  projectId: number | string,
  mergeRequestIid: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid }, query },
    }),
  );
}

/** Change fields of a merge request. */
export function updateMergeRequest(
  projectId: number,
  mergeRequestIid: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/merge_requests/{merge_request_iid}', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** Returns the API's address of the changes of a merge request as a patch. */
export function rawDiffsAddress(projectId: number, mergeRequestIid: number): string {
  return `/api/v4/projects/${projectId}/merge_requests/${mergeRequestIid}/raw_diffs`;
}
