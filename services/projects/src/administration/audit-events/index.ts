import { getAuditEvent } from './operations/get-audit-event';
import { getGroupAuditEvent } from './operations/get-group-audit-event';
import { getProjectAuditEvent } from './operations/get-project-audit-event';
import { listAuditEvents } from './operations/list-audit-events';
import { listGroupAuditEvents } from './operations/list-group-audit-events';
import { listProjectAuditEvents } from './operations/list-project-audit-events';

export const auditEventOperations = [
  listAuditEvents,
  getAuditEvent,
  listGroupAuditEvents,
  getGroupAuditEvent,
  listProjectAuditEvents,
  getProjectAuditEvent,
];
