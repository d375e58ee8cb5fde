import { AuditEventServiceDefinition } from '@forgemesh/proto/projects/v1/audit_event';
import { operation } from '../../../operation';
import { presentAuditEvent } from '../audit-event.entity';
import { findAuditEvent } from '../find-audit-event';

/** Gets an audit event of the instance. */
export const getAuditEvent = operation(AuditEventServiceDefinition.getAuditEvent, async ({ id }, { deps }) =>
  presentAuditEvent(await findAuditEvent(deps, { _id: id })),
);
