import { AuditEventServiceDefinition } from '@forgemesh/proto/projects/v1/audit_event';
import { operation, type Call } from '@forgemesh/rpc';
import { presentAuditEvent } from '../audit-event.entity';
import { findAuditEvent } from '../find-audit-event';
import type { AuditEventsDeps } from '../deps';

/** Gets an audit event of the instance. */
export const getAuditEvent = operation(
  AuditEventServiceDefinition.getAuditEvent,
  async ({ id }, { deps }: Call<AuditEventsDeps>) => presentAuditEvent(await findAuditEvent(deps, { _id: id })),
);

/** Gets an audit event of a project. */
export const getProjectAuditEvent = operation(
  AuditEventServiceDefinition.getProjectAuditEvent,
  async (request, call: Call<AuditEventsDeps>) => {
    const scope = { entity_type: 'Project', entity_id: call.resource('id').id } as const;
    return presentAuditEvent(await findAuditEvent(call.deps, { ...scope, _id: request.audit_event_id }));
  },
);

/** Gets an audit event of a group. */
export const getGroupAuditEvent = operation(
  AuditEventServiceDefinition.getGroupAuditEvent,
  async (request, call: Call<AuditEventsDeps>) => {
    const scope = { entity_type: 'Group', entity_id: call.resource('id').id } as const;
    return presentAuditEvent(await findAuditEvent(call.deps, { ...scope, _id: request.audit_event_id }));
  },
);
