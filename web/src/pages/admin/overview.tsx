/** Whether the instance is healthy, what needs attention, its size, and the last hour. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Page } from '#api/page';
import { Loaded } from '#components/states';
import { adminStorageKeys, listAdminStorages } from '#data/admin-storages';
import { listAdminDeadLetters } from '#data/event-delivery';
import { listGroups } from '#data/groups';
import { jobKeys, listAdminHookDeliveries, listAdminJobs } from '#data/jobs';
import { listProjects } from '#data/projects';
import { listRepositoryChecks } from '#data/repository-checks';
import { listUsers } from '#data/users';
import { numberText, sizeText } from '#lib/format';
import { isHealthy, REFRESH_MS, useConsumers, useInstanceSettings, useServices } from './admin-queries';
import { LastHour } from './last-hour';
import styles from './admin.module.css';

function useCount(name: string, load: () => Promise<Page<unknown>>): number | undefined {
  const { data } = useQuery({ queryKey: jobKeys.count(name), queryFn: load, refetchInterval: REFRESH_MS });
  return data && (data.total ?? data.items.length);
}

const query = { per_page: 1 };

/** Shows the overview. */
export function Overview() {
  const services = useServices();
  return (
    <Loaded query={services}>
      {(list) => {
        const ill = list.filter(({ health }) => !isHealthy(health));
        return (
          <div className="stack">
            <div className={`notice ${ill.length > 0 ? 'notice-error' : styles.noticeGood}`} role="status">
              {ill.length === 0 ? (
                <CircleCheck size={18} aria-hidden="true" />
              ) : (
                <TriangleAlert size={18} aria-hidden="true" />
              )}
              <p>
                {ill.length === 0
                  ? t`The instance is healthy: all ${list.length} services answer.`
                  : t`Not healthy: ${ill.map(({ name, health }) => `${name} (${health})`).join(', ')}.`}
              </p>
            </div>
            <Attention />
            <Content />
            <Work />
            <LastHour />
            <Dashboard />
          </div>
        );
      }}
    </Loaded>
  );
}

/** What failed, what it means, and where it is handled. */
function Attention() {
  const letters = useCount('letters', () => listAdminDeadLetters(query)) ?? 0;
  const jobs = useCount('failed', () => listAdminJobs({ ...query, state: 'failed' })) ?? 0;
  const hooks = useCount('hooks', () => listAdminHookDeliveries({ ...query, state: 'failed' })) ?? 0;
  const checks = useCount('checks', () => listRepositoryChecks({ ...query, state: 'failed' })) ?? 0;
  const entries: { count: number; to: string; text: string; advice: string }[] = [
    {
      count: checks,
      to: '/admin/repository_checks?state=failed',
      text: plural(checks, { one: '# repository failed its check', other: '# repositories failed their checks' }),
      advice: t`Look at the messages, and restore damaged ones from a backup.`,
    },
    {
      count: letters,
      to: '/admin/dead_letters',
      text: plural(letters, { one: '# event was not handled', other: '# events were not handled' }),
      advice: t`Correct the cause, then handle them again.`,
    },
    {
      count: jobs,
      to: '/admin/jobs?state=failed',
      text: plural(jobs, { one: '# background job failed', other: '# background jobs failed' }),
      advice: t`Look at the errors, and run them again.`,
    },
    {
      count: hooks,
      to: '/admin/deliveries?state=failed',
      text: plural(hooks, { one: '# webhook delivery failed', other: '# webhook deliveries failed' }),
      advice: t`The receivers may be away; their owners see the responses.`,
    },
  ].filter(({ count }) => count > 0);
  if (entries.length === 0) return null;
  return (
    <section className="card" aria-labelledby="attention-title">
      <div className="card-header">
        <h2 id="attention-title">
          <Trans>Needs attention</Trans>
        </h2>
      </div>
      <ul className="list">
        {entries.map(({ to, text, advice }) => (
          <li key={to} className="row-wrap">
            <TriangleAlert size={15} className={styles.toneStopped} aria-hidden="true" />
            <Link to={to}>{text}</Link>
            <span className="muted grow">{advice}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How much the instance holds. */
function Content() {
  const users = useCount('users', () => listUsers({ ...query, active: true }));
  const projects = useCount('projects', () => listProjects({ ...query, simple: true }));
  const groups = useCount('groups', () => listGroups({ ...query, all_available: true }));
  const { data: storages } = useQuery({ queryKey: adminStorageKeys.all, queryFn: listAdminStorages });
  const size = storages?.reduce((sum, { storage_size: bytes }) => sum + bytes, 0);
  return (
    <ul className={styles.adminFigures} aria-label={t`Content`}>
      <Figure text={t`Active users`} value={users} to="/admin/users?filter=active" />
      <Figure text={t`Projects`} value={projects} to="/admin/projects" />
      <Figure text={t`Groups`} value={groups} to="/admin/groups" />
      <Figure text={t`Stored`} value={size} show={sizeText} to="/admin/storages" />
    </ul>
  );
}

/** What waits to be done. */
function Work() {
  const consumers = useConsumers();
  const lag = consumers.data?.reduce((sum, { pending, ack_pending: taken }) => sum + pending + taken, 0);
  const waiting = useCount('waiting', () => listAdminJobs({ ...query, state: 'waiting' }));
  return (
    <ul className={styles.adminFigures} aria-label={t`Work`}>
      <Figure text={t`Events waiting`} value={lag} to="/admin/consumers" />
      <Figure text={t`Jobs waiting`} value={waiting} to="/admin/jobs?state=waiting" />
    </ul>
  );
}

/** Link to the metrics dashboard, if the settings have one. */
function Dashboard() {
  const { data } = useInstanceSettings();
  if (data?.dashboard_enabled !== true) return null;
  return (
    <p>
      <a href={data.dashboard_url} rel="noopener noreferrer" target="_blank">
        <Trans>Metrics dashboard</Trans>
      </a>
    </p>
  );
}

interface FigureProps {
  text: string;
  value: number | undefined;
  to: string;
  show?: (value: number) => ReactNode;
}

function Figure({ text, value, to, show = numberText }: FigureProps) {
  return (
    <li>
      <Link className={`card plain-link ${styles.adminFigure}`} to={to}>
        <strong>{value === undefined ? '–' : show(value)}</strong>
        <span className="muted">{text}</span>
      </Link>
    </li>
  );
}
