/** The audit events of a project. */
import { listProjectAuditEvents } from '#data/audit-events';
import { useProject } from '#data/project-context';
import { AuditEvents } from '../shared/audit-events';
import { ProjectSettings } from './project-settings';

/** Shows the audit events. */
export function ProjectAuditEventsPage() {
  const { id } = useProject();
  return (
    <ProjectSettings title="Audit events">
      <AuditEvents queryKey={['audit-events', 'project', id]} load={(page) => listProjectAuditEvents(id, { page })} />
    </ProjectSettings>
  );
}
