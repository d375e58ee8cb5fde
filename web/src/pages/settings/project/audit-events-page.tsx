/** The audit events of a project. */
import { t } from '@lingui/core/macro';
import { auditEventKeys, listProjectAuditEvents } from '#data/audit-events';
import { useProject } from '#data/project-context';
import { AuditEvents } from '../shared/audit-events';
import { ProjectSettings } from './project-settings';

/** Shows the audit events. */
export function ProjectAuditEventsPage() {
  const { id } = useProject();
  return (
    <ProjectSettings title={t`Audit events`}>
      <AuditEvents queryKey={auditEventKeys.ofProject(id)} load={(page) => listProjectAuditEvents(id, { page })} />
    </ProjectSettings>
  );
}
