import { AuditEventServiceDefinition } from '@forgemesh/proto/projects/v1/audit_event';
import { operation } from '#operation';
import { presentAuditEvent } from '../audit-event.entity';
import { findAuditEvent } from '../find-audit-event';

/** Gets an audit event of the instance. */
export const getAuditEvent = operation(AuditEventServiceDefinition.getAuditEvent, async ({ id }, { deps }) =>
  presentAuditEvent(await findAuditEvent(deps, { _id: id })),
);

/** Gets an audit event of a project. */
export const getProjectAuditEvent = operation(
  AuditEventServiceDefinition.getProjectAuditEvent,
  async (request, call) => {
    const scope = { entity_type: 'Project', entity_id: call.resource('id').id } as const;
    return presentAuditEvent(await findAuditEvent(call.deps, { ...scope, _id: request.audit_event_id }));
  },
);

/** Gets an audit event of a group. */
export const getGroupAuditEvent = operation(AuditEventServiceDefinition.getGroupAuditEvent, async (request, call) => {
  const scope = { entity_type: 'Group', entity_id: call.resource('id').id } as const;
  return presentAuditEvent(await findAuditEvent(call.deps, { ...scope, _id: request.audit_event_id }));
});
