/** The audit events of a group. */
import { t } from '@lingui/core/macro';
import { auditEventKeys, listGroupAuditEvents } from '#data/audit-events';
import { useGroup } from '#data/group-context';
import { AuditEvents } from '../shared/audit-events';
import { GroupSettings } from './group-settings';

/** Shows the audit events. */
export function GroupAuditEventsPage() {
  const { id } = useGroup();
  return (
    <GroupSettings title={t`Audit events`}>
      <AuditEvents queryKey={auditEventKeys.ofGroup(id)} load={(page) => listGroupAuditEvents(id, { page })} />
    </GroupSettings>
  );
}
