import { NotFoundError } from '@forgemesh/errors';
import type { QueryFilter } from 'mongoose';
import type { Projects } from '#deps';
import type { AuditEventDocument } from './audit-event.model';

/** One audit event that matches a filter. Throws NotFoundError. */
export async function findAuditEvent(
  { auditEvents }: Projects,
  filter: QueryFilter<AuditEventDocument>,
): Promise<AuditEventDocument> {
  const found = await auditEvents.findOne(filter).lean<AuditEventDocument>();
  if (!found) throw new NotFoundError();
  return found;
}
