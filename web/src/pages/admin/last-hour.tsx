/** What happened within the last hour, as small charts. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { findAuditEvents } from '#data/audit-events';
import { jobKeys, findAdminHookDeliveries, findAdminJobs } from '#data/jobs';
import { REFRESH_MS } from './admin-queries';
import { barsOf, BAR_MINUTES } from './bars';
import styles from './admin.module.css';

const HOUR_MS = 3_600_000;
const PER_PAGE = 100;
const WIDTH = 240;
const HEIGHT = 56;
const GAP = 3;

/** Shows the charts. Each one counts the newest entries of a list, at most 100. */
export function LastHour() {
  const query = { per_page: PER_PAGE };
  const since = (): string => new Date(Date.now() - HOUR_MS).toISOString();
  return (
    <section className="stack-small" aria-labelledby="last-hour">
      <h2 id="last-hour">
        <Trans>Last hour</Trans>
      </h2>
      <ul className={styles.adminFigures}>
        <Chart text={t`Deliveries`} load={() => findAdminHookDeliveries(query)} />
        <Chart text={t`Jobs`} load={() => findAdminJobs(query)} />
        <Chart text={t`Audit events`} load={() => findAuditEvents({ ...query, created_after: since() })} />
      </ul>
    </section>
  );
}

interface ChartProps {
  text: string;
  load: () => Promise<{ created_at: string }[]>;
}

function Chart({ text, load }: ChartProps) {
  const { data } = useQuery({
    queryKey: jobKeys.lastHour(text),
    queryFn: async () => {
      const entries = await load();
      const times = entries.map(({ created_at: time }) => Date.parse(time));
      return { bars: barsOf(times, Date.now()), isFull: entries.length >= PER_PAGE };
    },
    refetchInterval: REFRESH_MS,
  });
  const bars = data?.bars ?? [];
  const count = bars.reduce((sum, value) => sum + value, 0);
  const isCut = data?.isFull === true && count >= PER_PAGE;
  const highest = Math.max(...bars, 1);
  const width = WIDTH / bars.length;
  const label = isCut ? t`${text}: ${count} or more within the last hour` : t`${text}: ${count} within the last hour`;
  return (
    <li className={`card ${styles.adminChart}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {bars.map((value, index) => {
          const height = Math.max((value / highest) * HEIGHT, 1);
          return (
            <rect key={index} x={index * width} y={HEIGHT - height} width={width - GAP} height={height} rx="1">
              <title>{t`${value}, ${(bars.length - index) * BAR_MINUTES} minutes ago`}</title>
            </rect>
          );
        })}
      </svg>
      <span>
        <strong>{isCut ? `${count}+` : count}</strong> <span className="muted">{text}</span>
      </span>
    </li>
  );
}
