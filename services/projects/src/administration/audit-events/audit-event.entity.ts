import type { ResponseOf } from '@forgemesh/rpc';
import type { AuditEvent } from '@forgemesh/proto/projects/v1/audit_event';
import type { AuditEventDocument } from './audit-event.model';

/** Presents an audit event. */
export function presentAuditEvent(event: AuditEventDocument): ResponseOf<AuditEvent> {
  return {
    id: event._id,
    author_id: event.author_id,
    entity_id: event.entity_id,
    entity_type: event.entity_type,
    details: event.details,
    created_at: event.created_at.toISOString(),
  };
}
