import { auditEventKeys, listAuditEvents } from '#data/audit-events';
import { AuditEvents } from '#pages/settings/shared/audit-events';

/** Who changed which rights and settings of the instance, its groups, projects and users. */
export function AdminAuditEvents() {
  return <AuditEvents queryKey={auditEventKeys.ofInstance} load={(page) => listAuditEvents({ page })} />;
}
