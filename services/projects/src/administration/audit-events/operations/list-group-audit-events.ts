import { AuditEventServiceDefinition } from '@forgemesh/proto/projects/v1/audit_event';
import { operation } from '../../../operation';
import { listPageOfAuditEvents } from '../list-page-of-audit-events';

/** Lists the audit events of a group. */
export const listGroupAuditEvents = operation(AuditEventServiceDefinition.listGroupAuditEvents, (request, call) =>
  listPageOfAuditEvents(call, request, { entity_type: 'Group', entity_id: call.resource('id').id }),
);
