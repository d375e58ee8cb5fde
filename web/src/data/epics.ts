import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of epics. */
export const epicKeys = {
  one: (groupId: number, iid: number) => ['epic', groupId, iid],
  discussions: (groupId: number, iid: number) => ['epic', groupId, iid, 'discussions'],
  issues: (groupId: number, iid: number) => ['epic', groupId, iid, 'issues'],
  all: ['epics'],
  ofGroup: (groupId: number) => ['epics', groupId],
  list: (groupId: number, state: string, search: string | undefined, page: number) => [
    'epics',
    groupId,
    state,
    search,
    page,
  ],
} as const;

/** List the epics of a group. */
export function listEpics(groupId: number | string, query: QueryOf<'get', '/api/v4/groups/{id}/epics'>) {
  return unwrapPage(api.GET('/api/v4/groups/{id}/epics', { params: { path: { id: String(groupId) }, query } }));
}

/** Create an epic. */
export function createEpic(groupId: number | string, body: BodyOf<'post', '/api/v4/groups/{id}/epics'>) {
  return unwrap(api.POST('/api/v4/groups/{id}/epics', { params: { path: { id: String(groupId) } }, body }));
}

/** Get an epic of a group. */
export function getEpic(groupId: number | string, epicIid: number) {
  return unwrap(
    api.GET('/api/v4/groups/{id}/epics/{epic_iid}', { params: { path: { id: String(groupId), epic_iid: epicIid } } }),
  );
}

/** List the issues of an epic. */
export function listEpicIssues(
  groupId: number | string,
  epicIid: number,
  query: QueryOf<'get', '/api/v4/groups/{id}/epics/{epic_iid}/issues'>,
) {
  return unwrap(
    api.GET('/api/v4/groups/{id}/epics/{epic_iid}/issues', {
      params: { path: { id: String(groupId), epic_iid: epicIid }, query },
    }),
  );
}

/** Add an issue to an epic. */
export function createEpicIssue(groupId: number | string, epicIid: number, issueId: number) {
  return unwrap(
    api.POST('/api/v4/groups/{id}/epics/{epic_iid}/issues/{issue_id}', {
      params: { path: { id: String(groupId), epic_iid: epicIid, issue_id: issueId } },
    }),
  );
}

/** Update an epic. */
export function updateEpic(
  groupId: number | string,
  epicIid: number,
  body: BodyOf<'put', '/api/v4/groups/{id}/epics/{epic_iid}'>,
) {
  return unwrap(
    api.PUT('/api/v4/groups/{id}/epics/{epic_iid}', {
      params: { path: { id: String(groupId), epic_iid: epicIid } },
      body,
    }),
  );
}
