/** The audit events of a group. */
import { listGroupAuditEvents } from '#data/audit-events';
import { useGroup } from '#data/group-context';
import { AuditEvents } from '../shared/audit-events';
import { GroupSettings } from './group-settings';

/** Shows the audit events. */
export function GroupAuditEventsPage() {
  const { id } = useGroup();
  return (
    <GroupSettings title="Audit events">
      <AuditEvents queryKey={['audit-events', 'group', id]} load={(page) => listGroupAuditEvents(id, { page })} />
    </GroupSettings>
  );
}
