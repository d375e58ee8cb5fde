import { getAuditEvent, getGroupAuditEvent, getProjectAuditEvent } from './operations/get-audit-event';
import { listAuditEvents, listGroupAuditEvents, listProjectAuditEvents } from './operations/list-audit-events';

export const auditEventOperations = [
  listAuditEvents,
  getAuditEvent,
  listGroupAuditEvents,
  getGroupAuditEvent,
  listProjectAuditEvents,
  getProjectAuditEvent,
];
