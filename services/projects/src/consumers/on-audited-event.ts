/** Writes the audit log. One consumer per service that publishes audited events. */
import type { EventConsumer, EventType } from '@forgemesh/events';
import { auditedEventTypes, storeAuditEvents, type AuditEventsDeps } from '#administration/audit-events';

function auditOf(service: string): EventConsumer<EventType, AuditEventsDeps> {
  return {
    name: `projects-audit-${service}`,
    events: auditedEventTypes.filter((type) => type.startsWith(`${service}.`)),
    from: 'all',
    handle: (event, deps) => storeAuditEvents(deps, event),
  };
}

export const onAuditedEvents = ['identity', 'projects', 'repository', 'approvals', 'deliveries', 'settings', 'geo'].map(
  auditOf,
);
