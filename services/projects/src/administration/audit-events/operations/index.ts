import { getAuditEvent, getGroupAuditEvent, getProjectAuditEvent } from './get-audit-event';
import { listAuditEvents, listGroupAuditEvents, listProjectAuditEvents } from './list-audit-events';

export const auditEventOperations = [
  listAuditEvents,
  getAuditEvent,
  listGroupAuditEvents,
  getGroupAuditEvent,
  listProjectAuditEvents,
  getProjectAuditEvent,
];
