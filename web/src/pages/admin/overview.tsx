/** Whether the instance is healthy, what waits, what failed, and the last hour. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Page } from '#api/page';
import { Loaded } from '#components/states';
import { listAdminDeadLetters } from '#data/event-delivery';
import { jobKeys, listAdminHookDeliveries, listAdminJobs } from '#data/jobs';
import { numberText } from '#lib/format';
import { isHealthy, REFRESH_MS, useConsumers, useInstanceSettings, useServices } from './admin-queries';
import { LastHour } from './last-hour';

function useCount(name: string, load: () => Promise<Page<unknown>>) {
  const { data } = useQuery({ queryKey: jobKeys.count(name), queryFn: load, refetchInterval: REFRESH_MS });
  return data && (data.total ?? data.items.length);
}

/** Shows the overview. */
export function Overview() {
  const services = useServices();
  const consumers = useConsumers();
  const query = { per_page: 1 };
  const letters = useCount('letters', () => listAdminDeadLetters(query));
  const failedJobs = useCount('failed', () => listAdminJobs({ ...query, state: 'failed' }));
  const waitingJobs = useCount('waiting', () => listAdminJobs({ ...query, state: 'waiting' }));
  const failedHooks = useCount('hooks', () => listAdminHookDeliveries({ ...query, state: 'failed' }));
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
            <LastHour />
            <Dashboard />
          </div>
        );
      }}
    </Loaded>
  );
}

/** Link to the metrics dashboard, if the settings have one. */
function Dashboard() {
  const { data } = useInstanceSettings();
  if (data?.dashboard_enabled !== true) return null;
  return (
    <p>
      <a href={data.dashboard_url} rel="noopener noreferrer" target="_blank">
        Metrics dashboard
      </a>
    </p>
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
