/** The audit events of a project. */
import { api, unwrapPage } from '#api/client';
import { useProject } from '#data/project-context';
import { AuditEvents } from '../shared/audit-events';
import { ProjectSettings } from './project-settings';

/** Shows the audit events. */
export function ProjectAuditEventsPage() {
  const { id } = useProject();
  return (
    <ProjectSettings title="Audit events">
      <AuditEvents
        queryKey={['audit-events', 'project', id]}
        load={(page) =>
          unwrapPage(
            api.GET('/api/v4/projects/{id}/audit_events', { params: { path: { id: String(id) }, query: { page } } }),
          )
        }
      />
    </ProjectSettings>
  );
}
