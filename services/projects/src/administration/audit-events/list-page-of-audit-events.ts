import { listPage, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { AuditEventPeriod, ListAuditEventsResponse } from '@forgemesh/proto/projects/v1/audit_event';
import type { QueryFilter } from 'mongoose';
import { presentAuditEvent } from './audit-event.entity';
import type { AuditEventDocument } from './audit-event.model';
import type { AuditEventsDeps } from './deps';

/** Reads and presents a page of audit events, newest first. */
export async function listPageOfAuditEvents(
  call: Call<AuditEventsDeps>,
  request: PageRequest & { period?: Partial<AuditEventPeriod> | undefined },
  filter: QueryFilter<AuditEventDocument>,
): Promise<ResponseOf<ListAuditEventsResponse>> {
  const { created_after: after, created_before: before } = request.period ?? {};
  const range = {
    ...(after !== undefined && { $gte: new Date(after) }),
    ...(before !== undefined && { $lte: new Date(before) }),
  };
  const rows = await listPage(call, {
    model: call.deps.auditEvents,
    filter: { ...filter, ...(Object.keys(range).length > 0 && { created_at: range }) },
    sort: { created_at: -1, _id: -1 },
    request,
  });
  return { audit_events: rows.map(presentAuditEvent) };
}
