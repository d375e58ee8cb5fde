import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of issues. */
export const issueKeys = {
  every: ['issue'],
  one: (projectId: number, iid: number) => ['issue', projectId, iid],
  closedBy: (projectId: number, iid: number) => ['issue', projectId, iid, 'closed-by'],
  discussions: (projectId: number, iid: number) => ['issue', projectId, iid, 'discussions'],
  links: (projectId: number, iid: number) => ['issue', projectId, iid, 'links'],
  participants: (projectId: number, iid: number) => ['issue', projectId, iid, 'participants'],
  mergeRequests: (projectId: number, iid: number) => ['issue', projectId, iid, 'requests'],
  lists: ['issues'],
  start: ['issues', 'start'],
  statistics: (scope: unknown, filters: unknown) => ['issues', 'statistics', scope, filters],
  list: (scope: unknown, query: unknown) => ['issues', scope, query],
} as const;

/** List issues of all projects. */
export function listIssues(query: QueryOf<'get', '/api/v4/issues'>) {
  return unwrapPage(api.GET('/api/v4/issues', { params: { query } }));
}

/** List the issues of a project. */
export function listProjectIssues(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/issues'>) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/issues', { params: { path: { id: String(projectId) }, query } }));
}

/** List the issues of a group. */
export function listGroupIssues(groupId: number | string, query: QueryOf<'get', '/api/v4/groups/{id}/issues'>) {
  return unwrapPage(api.GET('/api/v4/groups/{id}/issues', { params: { path: { id: String(groupId) }, query } }));
}

/** Count the issues of a project. */
export function getProjectIssuesStatistics(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/issues_statistics'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/issues_statistics', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** Count the issues of a group. */
export function getGroupIssuesStatistics(
  groupId: number | string,
  query: QueryOf<'get', '/api/v4/groups/{id}/issues_statistics'>,
) {
  return unwrap(api.GET('/api/v4/groups/{id}/issues_statistics', { params: { path: { id: String(groupId) }, query } }));
}

/** Count the issues of all projects. */
export function getIssuesStatistics(query: QueryOf<'get', '/api/v4/issues_statistics'>) {
  return unwrap(api.GET('/api/v4/issues_statistics', { params: { query } }));
}

/** Get an issue. */
export function getIssue(projectId: number | string, issueIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/issues/{issue_iid}', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** List the issues of a project or group. */
export function listOwnerIssues(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/issues'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/issues`, { params: { path: { id: owner.id }, query } }));
}

/** Download the issues of a project or group as CSV. */
export function exportIssues(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/issues/export_csv'>) {
  return unwrap(
    api.GET(`${apiPathOf(owner)}/issues/export_csv`, { params: { path: { id: owner.id }, query }, parseAs: 'blob' }),
  );
}

/** Place an issue between others. */
export function reorderIssue(
  projectId: number,
  issueIid: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/issues/{issue_iid}/reorder'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/issues/{issue_iid}/reorder', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}

/** Create an issue. */
export function createIssue(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/issues'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/issues', { params: { path: { id: String(projectId) } }, body }));
}

/** List the issues linked to an issue. */
export function listIssueLinks(
  projectId: number | string,
  issueIid: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/issues/{issue_iid}/links'>,
) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/issues/{issue_iid}/links', {
      params: { path: { id: String(projectId), issue_iid: issueIid }, query },
    }),
  );
}

/** Link two issues. */
export function createIssueLink(
  projectId: number | string,
  issueIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/issues/{issue_iid}/links'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/links', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}

/** Delete a link between two issues. */
export function deleteIssueLink(projectId: number | string, issueIid: number, issueLinkId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/issues/{issue_iid}/links/{issue_link_id}', {
      params: { path: { id: String(projectId), issue_iid: issueIid, issue_link_id: issueLinkId } },
    }),
  );
}

/** Unsubscribe the caller from an issue. */
export function unsubscribeFromIssue(projectId: number | string, issueIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/unsubscribe', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Subscribe the caller to an issue. */
export function subscribeToIssue(projectId: number | string, issueIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/subscribe', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** List the participants of an issue. */
export function listIssueParticipants(projectId: number | string, issueIid: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/issues/{issue_iid}/participants', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Delete an issue. */
export function deleteIssue(projectId: number | string, issueIid: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/issues/{issue_iid}', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Change fields of an issue. */
export function updateIssue(
  projectId: number,
  issueIid: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/issues/{issue_iid}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/issues/{issue_iid}', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}

/** Move an issue to another project. */
export function moveIssue(
  projectId: number,
  issueIid: number,
  body: BodyOf<'post', '/api/v4/projects/{id}/issues/{issue_iid}/move'>,
) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/move', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
      body,
    }),
  );
}
