/** Administration: an overview, lists of what the services do, and settings of the instance. */
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { Main } from '#components/page/main';
import { NotFound } from '#components/states';
import { AdminAuditEvents } from './admin-audit-events';
import { AdminGroups } from './admin-groups';
import { AdminLayout } from './admin-layout';
import { AdminProjects } from './admin-projects';
import { AdminStorages } from './admin-storages';
import { adminTabs, type AdminTab } from './admin-tabs';
import { Appearance } from './appearance';
import { BroadcastMessages } from './broadcast-messages';
import { Consumers } from './consumers';
import { DeadLetters } from './dead-letters';
import { Deliveries } from './deliveries';
import { Jobs } from './jobs';
import { License } from './license';
import { Overview } from './overview';
import { Replication } from './replication';
import { RepositoryChecks } from './repository-checks';
import { Services } from './services';
import { InstanceSettings } from './settings/instance-settings';
import { SystemHooks } from './system-hooks';
import { AdminUsers } from './users/admin-users';

const views: Record<AdminTab, ComponentType> = {
  '': Overview,
  services: Services,
  consumers: Consumers,
  dead_letters: DeadLetters,
  repository_checks: RepositoryChecks,
  jobs: Jobs,
  deliveries: Deliveries,
  users: AdminUsers,
  projects: AdminProjects,
  groups: AdminGroups,
  storages: AdminStorages,
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
