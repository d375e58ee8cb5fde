import { getAuditEvent } from './get-audit-event';
import { getGroupAuditEvent } from './get-group-audit-event';
import { getProjectAuditEvent } from './get-project-audit-event';
import { listAuditEvents } from './list-audit-events';
import { listGroupAuditEvents } from './list-group-audit-events';
import { listProjectAuditEvents } from './list-project-audit-events';

export const auditEventOperations = [
  listAuditEvents,
  getAuditEvent,
  listGroupAuditEvents,
  getGroupAuditEvent,
  listProjectAuditEvents,
  getProjectAuditEvent,
];
