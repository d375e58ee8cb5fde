/** Administration: an overview, lists of what the services do, and settings of the instance. */
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { Main } from '#components/page/main';
import { NotFound } from '#components/states';
import { AdminAuditEvents } from './admin-audit-events';
import { AdminLayout } from './admin-layout';
import { adminTabs, type AdminTab } from './admin-tabs';
import { AdminUsers } from './admin-users';
import { Appearance } from './appearance';
import { BroadcastMessages } from './broadcast-messages';
import { Consumers } from './consumers';
import { DeadLetters } from './dead-letters';
import { Deliveries } from './deliveries';
import { InstanceSettings } from './instance-settings';
import { Jobs } from './jobs';
import { License } from './license';
import { Overview } from './overview';
import { Replication } from './replication';
import { RepositoryChecks } from './repository-checks';
import { Services } from './services';
import { SystemHooks } from './system-hooks';

const views: Record<AdminTab, ComponentType> = {
  '': Overview,
  services: Services,
  consumers: Consumers,
  dead_letters: DeadLetters,
  repository_checks: RepositoryChecks,
  jobs: Jobs,
  deliveries: Deliveries,
  users: AdminUsers,
  settings: InstanceSettings,
  appearance: Appearance,
  broadcast_messages: BroadcastMessages,
  hooks: SystemHooks,
  audit_events: AdminAuditEvents,
  replication: Replication,
  license: License,
};

/** Shows a tab of the administration. */
export function AdminPage() {
  const { tab = '' } = useParams();
  const shown = adminTabs.find((entry) => entry.tab === tab);
  if (!shown)
    return (
      <Main>
        <NotFound />
      </Main>
    );
  const View = views[shown.tab];
  return (
    <AdminLayout tab={shown.tab} title={shown.text}>
      <View />
    </AdminLayout>
  );
}
