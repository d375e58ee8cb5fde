import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of audit events. */
export const auditEventKeys = {
  ofInstance: ['admin', 'audit-events'],
  ofGroup: (groupId: number) => ['audit-events', 'group', groupId],
  ofProject: (projectId: number) => ['audit-events', 'project', projectId],
} as const;

/** List the audit events of the instance. */
export function listAuditEvents(query: QueryOf<'get', '/api/v4/audit_events'>) {
  return unwrapPage(api.GET('/api/v4/audit_events', { params: { query } }));
}

/** List the audit events of the instance. */
export function findAuditEvents(query: QueryOf<'get', '/api/v4/audit_events'>) {
  return unwrap(api.GET('/api/v4/audit_events', { params: { query } }));
}

/** List the audit events of a group. */
export function listGroupAuditEvents(
  groupId: number | string,
  query: QueryOf<'get', '/api/v4/groups/{id}/audit_events'>,
) {
  return unwrapPage(api.GET('/api/v4/groups/{id}/audit_events', { params: { path: { id: String(groupId) }, query } }));
}

/** List the audit events of a project. */
export function listProjectAuditEvents(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/audit_events'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/audit_events', { params: { path: { id: String(projectId) }, query } }),
  );
}
