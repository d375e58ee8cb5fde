import { AuditEventServiceDefinition } from '@forgemesh/proto/projects/v1/audit_event';
import { operation, type Call } from '@forgemesh/rpc';
import type { AuditEntityType } from '../audit-event.model';
import { listPageOfAuditEvents } from '../list-page-of-audit-events';
import type { AuditEventsDeps } from '../deps';

/** Lists the audit events of the instance. */
export const listAuditEvents = operation(
  AuditEventServiceDefinition.listAuditEvents,
  (request, call: Call<AuditEventsDeps>) => {
    const { entity_type: type, entity_id: id } = request;
    return listPageOfAuditEvents(call, request, {
      ...(type !== undefined && { entity_type: type as AuditEntityType }),
      ...(id !== undefined && { entity_id: id }),
    });
  },
);

/** Lists the audit events of a project. */
export const listProjectAuditEvents = operation(
  AuditEventServiceDefinition.listProjectAuditEvents,
  (request, call: Call<AuditEventsDeps>) =>
    listPageOfAuditEvents(call, request, { entity_type: 'Project', entity_id: call.resource('id').id }),
);

/** Lists the audit events of a group. */
export const listGroupAuditEvents = operation(
  AuditEventServiceDefinition.listGroupAuditEvents,
  (request, call: Call<AuditEventsDeps>) =>
    listPageOfAuditEvents(call, request, { entity_type: 'Group', entity_id: call.resource('id').id }),
);
