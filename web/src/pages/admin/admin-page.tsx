/** Administration: an overview and lists of what the services do. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { api, unwrap, unwrapPage, type Page } from '../../api/client';
import { Pagination, usePageNumber } from '../../components/pagination';
import { RelativeTime } from '../../components/relative-time';
import { Empty, Loaded } from '../../components/states';
import { Main } from '../../layout/main';
import { numberText } from '../../lib/format';
import { useAction } from '../../lib/use-action';
import { oneOf, useFilters } from '../../lib/use-filters';
import { useTitle } from '../../lib/use-title';
import { AdminUsers } from './admin-users';

const REFRESH_MS = 10_000;

const tabs = [
  { tab: '', text: 'Overview' },
  { tab: 'services', text: 'Services' },
  { tab: 'consumers', text: 'Consumers' },
  { tab: 'dead_letters', text: 'Dead letters' },
  { tab: 'jobs', text: 'Jobs' },
  { tab: 'deliveries', text: 'Deliveries' },
  { tab: 'users', text: 'Users' },
] as const;

/** Shows a tab of the administration. */
export function AdminPage() {
  const { tab = '' } = useParams();
  const shown = tabs.find((entry) => entry.tab === tab);
  useTitle(shown?.text ?? '', 'Administration');
  const views: Record<string, ReactNode> = {
    services: <Services />,
    consumers: <Consumers />,
    dead_letters: <DeadLetters />,
    jobs: <Jobs />,
    deliveries: <Deliveries />,
    users: <AdminUsers />,
  };
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
      {views[tab] ?? <Overview />}
    </Main>
  );
}

function useServices() {
  return useQuery({
    queryKey: ['admin', 'services'],
    queryFn: () => unwrap(api.GET('/api/v4/admin/services')),
    refetchInterval: REFRESH_MS,
  });
}

function useConsumers() {
  return useQuery({
    queryKey: ['admin', 'consumers'],
    queryFn: () => unwrap(api.GET('/api/v4/admin/consumers', { params: { query: { per_page: 100 } } })),
    refetchInterval: REFRESH_MS,
  });
}

function useCount(name: string, load: () => Promise<Page<unknown>>) {
  const { data } = useQuery({ queryKey: ['admin', 'count', name], queryFn: load, refetchInterval: REFRESH_MS });
  return data && (data.total ?? data.items.length);
}

function isHealthy(health: string): boolean {
  return /^(healthy|ok|serving|up)$/i.test(health);
}

function Overview() {
  const services = useServices();
  const consumers = useConsumers();
  const query = { per_page: 1 };
  const letters = useCount('letters', () => unwrapPage(api.GET('/api/v4/admin/dead_letters', { params: { query } })));
  const failedJobs = useCount('failed', () =>
    unwrapPage(api.GET('/api/v4/admin/jobs', { params: { query: { ...query, state: 'failed' } } })),
  );
  const waitingJobs = useCount('waiting', () =>
    unwrapPage(api.GET('/api/v4/admin/jobs', { params: { query: { ...query, state: 'waiting' } } })),
  );
  const failedHooks = useCount('hooks', () =>
    unwrapPage(api.GET('/api/v4/admin/hook_deliveries', { params: { query: { ...query, state: 'failed' } } })),
  );
  return (
    <Loaded query={services}>
      {(list) => {
        const ill = list.filter(({ health }) => !isHealthy(health));
        const lag = consumers.data?.reduce((sum, { pending, ack_pending: taken }) => sum + pending + taken, 0);
        return (
          <div className="stack">
            <div className={`notice ${ill.length > 0 ? 'notice-error' : 'notice-good'}`} role="status">
              <p>
                {ill.length === 0
                  ? `The instance is healthy: all ${list.length} services answer.`
                  : `Not healthy: ${ill.map(({ name, health }) => `${name} (${health})`).join(', ')}.`}
              </p>
            </div>
            <ul className="admin-figures">
              <Figure text="Events waiting" value={lag} to="/admin/consumers" />
              <Figure text="Dead letters" value={letters} to="/admin/dead_letters" isBad />
              <Figure text="Jobs waiting" value={waitingJobs} to="/admin/jobs?state=waiting" />
              <Figure text="Jobs failed" value={failedJobs} to="/admin/jobs?state=failed" isBad />
              <Figure text="Deliveries failed" value={failedHooks} to="/admin/deliveries?state=failed" isBad />
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

interface FigureProps {
  text: string;
  value: number | undefined;
  to: string;
  /** Whether any number but zero needs attention. */
  isBad?: boolean;
}

function Figure({ text, value, to, isBad = false }: FigureProps) {
  return (
    <li>
      <Link className="card plain-link admin-figure" to={to}>
        <strong className={isBad && (value ?? 0) > 0 ? 'tone-stopped' : undefined}>
          {value === undefined ? '–' : numberText(value)}
        </strong>
        <span className="muted">{text}</span>
      </Link>
    </li>
  );
}

interface TableProps {
  label: string;
  heads: string[];
  children: ReactNode;
}

function Table({ label, heads, children }: TableProps) {
  return (
    <div className="card table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Services() {
  return (
    <Loaded query={useServices()}>
      {(list) => (
        <Table label="Services" heads={['Service', 'Health', 'Revision', 'Started', 'Last answer']}>
          {list.map((service) => (
            <tr key={service.name}>
              <td>{service.name}</td>
              <td>
                <span className={`badge ${isHealthy(service.health) ? 'badge-green' : 'badge-red'}`}>
                  {service.health}
                </span>
              </td>
              <td className="mono">{service.revision?.slice(0, 12)}</td>
              <td>
                <RelativeTime time={service.started_at} />
              </td>
              <td>
                <RelativeTime time={service.last_answered_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Loaded>
  );
}

function Consumers() {
  return (
    <Loaded query={useConsumers()}>
      {(list) => (
        <Table label="Consumers" heads={['Consumer', 'Service', 'Waiting', 'In work', 'Redelivered', 'Oldest event']}>
          {list.map((consumer) => (
            <tr key={`${consumer.service}-${consumer.name}`}>
              <td>
                {consumer.name} {consumer.paused && <span className="badge badge-amber">paused</span>}
              </td>
              <td>{consumer.service}</td>
              <td>{numberText(consumer.pending)}</td>
              <td>{numberText(consumer.ack_pending)}</td>
              <td>{numberText(consumer.redelivered)}</td>
              <td>
                <RelativeTime time={consumer.oldest_event_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Loaded>
  );
}

function DeadLetters() {
  const page = usePageNumber();
  const query = useQuery({
    queryKey: ['admin', 'dead-letters', page],
    queryFn: () => unwrapPage(api.GET('/api/v4/admin/dead_letters', { params: { query: { page } } })),
  });
  const { run, isBusy } = useAction(['admin']);
  return (
    <Loaded query={query}>
      {(list) =>
        list.items.length === 0 ? (
          <Empty title="No dead letters">
            <p>Every event was handled.</p>
          </Empty>
        ) : (
          <>
            <Table label="Dead letters" heads={['Event', 'Consumer', 'Error', 'Failed', 'Actions']}>
              {list.items.map((letter) => {
                const params = { path: { id: letter.id } };
                return (
                  <tr key={letter.id}>
                    <td>{letter.event_type}</td>
                    <td>{letter.consumer}</td>
                    <td>{letter.error}</td>
                    <td>
                      <RelativeTime time={letter.failed_at} />
                    </td>
                    <td className="nowrap">
                      <button
                        type="button"
                        className="button button-small"
                        disabled={isBusy}
                        onClick={() =>
                          void run(
                            () => unwrap(api.POST('/api/v4/admin/dead_letters/{id}/replay', { params })),
                            'Replayed.',
                          )
                        }
                      >
                        Replay
                      </button>{' '}
                      <button
                        type="button"
                        className="button button-small button-danger"
                        disabled={isBusy}
                        onClick={() => {
                          if (window.confirm('Drop this event? It will not be handled any more.'))
                            void run(() => unwrap(api.DELETE('/api/v4/admin/dead_letters/{id}', { params })));
                        }}
                      >
                        Drop
                      </button>
                    </td>
                  </tr>
                );
              })}
            </Table>
            <Pagination page={list} />
          </>
        )
      }
    </Loaded>
  );
}

interface StateChoiceProps {
  states: readonly string[];
}

function StateChoice({ states }: StateChoiceProps) {
  const filters = useFilters();
  return (
    <div className="toolbar">
      <select
        className="select"
        aria-label="State"
        value={filters.get('state') ?? ''}
        onChange={(event) => filters.set('state', event.target.value)}
      >
        <option value="">All states</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {state}
          </option>
        ))}
      </select>
    </div>
  );
}

const jobStates = ['waiting', 'running', 'failed', 'done'] as const;

function Jobs() {
  const page = usePageNumber();
  const state = oneOf(useFilters().get('state'), jobStates);
  const query = useQuery({
    queryKey: ['admin', 'jobs', state, page],
    queryFn: () => unwrapPage(api.GET('/api/v4/admin/jobs', { params: { query: { page, ...(state && { state }) } } })),
    refetchInterval: REFRESH_MS,
  });
  const { run, isBusy } = useAction(['admin']);
  return (
    <>
      <StateChoice states={jobStates} />
      <Loaded query={query}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title="No jobs" />
          ) : (
            <>
              <Table label="Jobs" heads={['Kind', 'State', 'Of', 'Error', 'Created', 'Actions']}>
                {list.items.map((job) => {
                  const params = { path: { id: job.id } };
                  return (
                    <tr key={job.id}>
                      <td>{job.kind.replaceAll('_', ' ')}</td>
                      <td>
                        <span className={`badge ${job.state === 'failed' ? 'badge-red' : ''}`}>{job.state}</span>
                      </td>
                      <td>{job.group_id === null ? `project ${job.project_id}` : `group ${job.group_id}`}</td>
                      <td>{job.error}</td>
                      <td>
                        <RelativeTime time={job.created_at} />
                      </td>
                      <td className="nowrap">
                        {job.state === 'failed' && (
                          <button
                            type="button"
                            className="button button-small"
                            disabled={isBusy}
                            onClick={() =>
                              void run(() => unwrap(api.POST('/api/v4/admin/jobs/{id}/retry', { params })))
                            }
                          >
                            Retry
                          </button>
                        )}
                        {(job.state === 'waiting' || job.state === 'running') && (
                          <button
                            type="button"
                            className="button button-small"
                            disabled={isBusy}
                            onClick={() =>
                              void run(() => unwrap(api.POST('/api/v4/admin/jobs/{id}/cancel', { params })))
                            }
                          >
                            Cancel
                          </button>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </Table>
              <Pagination page={list} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

function Deliveries() {
  const page = usePageNumber();
  const state = oneOf(useFilters().get('state'), deliveryStates);
  const query = useQuery({
    queryKey: ['admin', 'deliveries', state, page],
    queryFn: () =>
      unwrapPage(api.GET('/api/v4/admin/hook_deliveries', { params: { query: { page, ...(state && { state }) } } })),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <StateChoice states={deliveryStates} />
      <Loaded query={query}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title="No deliveries" />
          ) : (
            <>
              <Table label="Deliveries" heads={['Address', 'Trigger', 'State', 'Response', 'Tries', 'Created']}>
                {list.items.map((delivery) => (
                  <tr key={delivery.id}>
                    <td className="mono">{delivery.url}</td>
                    <td>{delivery.trigger}</td>
                    <td>
                      <span className={`badge ${delivery.state === 'failed' ? 'badge-red' : ''}`}>
                        {delivery.state}
                      </span>
                    </td>
                    <td>{delivery.internal_error_message ?? delivery.response_status}</td>
                    <td>{delivery.tries}</td>
                    <td>
                      <RelativeTime time={delivery.created_at} />
                    </td>
                  </tr>
                ))}
              </Table>
              <Pagination page={list} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
