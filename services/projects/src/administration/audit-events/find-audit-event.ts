import { NotFoundError } from '@forgemesh/errors';
import type { QueryFilter } from 'mongoose';
import type { AuditEventDocument } from './audit-event.model';
import type { AuditEventsDeps } from './deps';

/** One audit event that matches a filter. Throws NotFoundError. */
export async function findAuditEvent(
  { auditEvents }: AuditEventsDeps,
  filter: QueryFilter<AuditEventDocument>,
): Promise<AuditEventDocument> {
  const found = await auditEvents.findOne(filter).lean<AuditEventDocument>();
  if (!found) throw new NotFoundError();
  return found;
}
