/** The audit events of a group. */
import { api, unwrapPage } from '#api/client';
import { useGroup } from '#data/group-context';
import { AuditEvents } from '../shared/audit-events';
import { GroupSettings } from './group-settings';

/** Shows the audit events. */
export function GroupAuditEventsPage() {
  const { id } = useGroup();
  return (
    <GroupSettings title="Audit events">
      <AuditEvents
        queryKey={['audit-events', 'group', id]}
        load={(page) =>
          unwrapPage(
            api.GET('/api/v4/groups/{id}/audit_events', { params: { path: { id: String(id) }, query: { page } } }),
          )
        }
      />
    </GroupSettings>
  );
}
