import type { Schedule } from '@forgemesh/service';
import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import type { AuditEventsDeps } from './deps';

/** Limits the duration of one delete command. */
const BATCH = 1_000;

/** Removes audit events that are older than the retention period. */
export const sweepAuditEvents: Schedule<Pick<AuditEventsDeps, 'auditEvents' | 'settings'>> = {
  name: 'projects-sweep-audit-events',
  everyMs: HOUR_MS,
  async run({ auditEvents, settings }) {
    const before = new Date(Date.now() - settings.current().audit_event_retention_days * DAY_MS);
    for (;;) {
      const old = await auditEvents
        .find({ created_at: { $lt: before } }, { _id: 1 }, { limit: BATCH })
        .lean<{ _id: number }[]>();
      if (old.length > 0) await auditEvents.deleteMany({ _id: { $in: old.map(({ _id: id }) => id) } });
      if (old.length < BATCH) return;
    }
  },
};
