import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Get the approvals of a merge request. */
export function getMergeRequestApprovals(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/approvals', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Get the approval state of a merge request. */
export function getApprovalState(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/approval_state', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Approve a merge request. */
export function approveMergeRequest(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/approve'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/approve', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** Revoke the caller's approval of a merge request. */
export function unapproveMergeRequest(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/unapprove', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Count the approvals of several merge requests, of any projects. */
export function listApprovalCounts(mergeRequestIds: readonly number[]) {
  return unwrap(
    api.GET('/api/v4/merge_requests/approval_counts', {
      params: { query: { 'merge_request_ids[]': [...mergeRequestIds] } },
    }),
  );
}
