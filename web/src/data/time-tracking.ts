import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Set the time estimate of an issue. */
export function setIssueTimeEstimate(
  projectId: number | string,
  issueIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/issues/{issue_iid}/time_estimate'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/time_estimate', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}

/** Add spent time to an issue. */
export function addIssueSpentTime(
  projectId: number | string,
  issueIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/issues/{issue_iid}/add_spent_time'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/add_spent_time', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}

/** Remove the time estimate of an issue. */
export function resetIssueTimeEstimate(projectId: number | string, issueIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/reset_time_estimate', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Remove all time spent on an issue. */
export function resetIssueSpentTime(projectId: number | string, issueIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/reset_spent_time', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Set the time estimate of a merge request. */
export function setMergeRequestTimeEstimate(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/time_estimate'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/time_estimate', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** Add spent time to a merge request. */
export function addMergeRequestSpentTime(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/add_spent_time'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/add_spent_time', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** Remove the time estimate of a merge request. */
export function resetMergeRequestTimeEstimate(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/reset_time_estimate', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

/** Remove all time spent on a merge request. */
export function resetMergeRequestSpentTime(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/reset_spent_time', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}
