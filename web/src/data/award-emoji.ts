import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** List the reactions to an issue. */
export function listIssueAwardEmoji(
  projectId: number | string,
  issueIid: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/issues/{issue_iid}/award_emoji'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/issues/{issue_iid}/award_emoji', {
      params: { path: { id: String(projectId), issue_iid: issueIid }, query },
    }),
  );
}

/** React to an issue. */
export function createIssueAwardEmoji(
  projectId: number | string,
  issueIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/issues/{issue_iid}/award_emoji'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/award_emoji', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}

/** Delete a reaction to an issue. */
export function deleteIssueAwardEmoji(projectId: number | string, issueIid: number, awardId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/issues/{issue_iid}/award_emoji/{award_id}', {
      params: { path: { id: String(projectId), issue_iid: issueIid, award_id: awardId } },
    }),
  );
}

/** List the reactions to a merge request. */
export function listMergeRequestAwardEmoji(
  projectId: number | string,
  mergeRequestIid: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/award_emoji'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/award_emoji', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid }, query },
    }),
  );
}

/** React to a merge request. */
export function createMergeRequestAwardEmoji(
  projectId: number | string,
  mergeRequestIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/award_emoji'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/award_emoji', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
      body,
    }),
  );
}

/** Delete a reaction to a merge request. */
export function deleteMergeRequestAwardEmoji(projectId: number | string, mergeRequestIid: number, awardId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/award_emoji/{award_id}', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid, award_id: awardId } },
    }),
  );
}
