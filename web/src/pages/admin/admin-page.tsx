/** Administration: an overview, and lists of what the services do. */
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { NotFound } from '../../components/states';
import { Main } from '../../layout/main';
import { useTitle } from '../../lib/use-title';
import { AdminAuditEvents } from './admin-audit-events';
import { AdminUsers } from './admin-users';
import { Consumers } from './consumers';
import { DeadLetters } from './dead-letters';
import { Deliveries } from './deliveries';
import { InstanceSettings } from './instance-settings';
import { Jobs } from './jobs';
import { Overview } from './overview';
import { Replication } from './replication';
import { Services } from './services';
import './admin.css';

const tabs: readonly { tab: string; text: string; view: ReactNode }[] = [
  { tab: '', text: 'Overview', view: <Overview /> },
  { tab: 'services', text: 'Services', view: <Services /> },
  { tab: 'consumers', text: 'Consumers', view: <Consumers /> },
  { tab: 'dead_letters', text: 'Dead letters', view: <DeadLetters /> },
  { tab: 'jobs', text: 'Jobs', view: <Jobs /> },
  { tab: 'deliveries', text: 'Deliveries', view: <Deliveries /> },
  { tab: 'users', text: 'Users', view: <AdminUsers /> },
  { tab: 'settings', text: 'Settings', view: <InstanceSettings /> },
  { tab: 'audit_events', text: 'Audit events', view: <AdminAuditEvents /> },
  { tab: 'replication', text: 'Replication', view: <Replication /> },
];

/** Shows a tab of the administration. */
export function AdminPage() {
  const { tab = '' } = useParams();
  const shown = tabs.find((entry) => entry.tab === tab);
  useTitle(shown?.text, 'Administration');
  if (!shown)
    return (
      <Main>
        <NotFound />
      </Main>
    );
  return (
    <Main>
      <div className="page-header">
        <h1>Administration</h1>
      </div>
      <nav className="tabs request-tabs" aria-label="Administration">
        {tabs.map(({ tab: name, text }) => (
          <Link
            key={name}
            to={name === '' ? '/admin' : `/admin/${name}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {shown.view}
    </Main>
  );
}
