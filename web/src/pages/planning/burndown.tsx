/** Open issues by day, with the line of an even pace. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Entity } from '#api/types';
import { dateText, daysSince } from '#lib/format';
import styles from './planning.module.css';

interface BurndownProps {
  events: Entity<'collaboration.BurndownEvent'>[];
  start: string;
  due: string;
}

const WIDTH = 640;
const HEIGHT = 180;
const DAY_MS = 86_400_000;

/** Shows the chart. */
export function Burndown({ events, start, due }: BurndownProps) {
  const from = Date.parse(start);
  const to = Math.max(Date.parse(due), from + DAY_MS);
  const days = Math.round((to - from) / DAY_MS);
  const openOn = (day: number): number =>
    events
      .filter(({ created_at: time }) => Date.parse(time) < from + (day + 1) * DAY_MS)
      .reduce((sum, { action }) => sum + (action === 'closed' ? -1 : 1), 0);
  const today = Math.min(days, daysSince(from));
  const counts = Array.from({ length: Math.max(0, today + 1) }, (_, day) => openOn(day));
  const max = Math.max(1, ...counts);
  const x = (day: number): number => (day / days) * WIDTH;
  const y = (count: number): number => HEIGHT - (count / max) * HEIGHT;
  return (
    <figure className={styles.burndown}>
      <figcaption>
        <strong>
          <Trans>Burndown</Trans>
        </strong>{' '}
        <span className="muted small">
          <Trans>open issues by day; at most {max}</Trans>
        </span>
      </figcaption>
      <svg
        viewBox={`-4 -8 ${WIDTH + 8} ${HEIGHT + 16}`}
        role="img"
        aria-label={t`Burndown: ${counts.at(-1) ?? 0} issues are open`}
      >
        <line className={styles.burndownAxis} x1={0} y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        <line className={styles.burndownIdeal} x1={0} y1={0} x2={WIDTH} y2={HEIGHT} />
        <polyline
          className={styles.burndownLine}
          points={counts.map((count, day) => `${x(day)},${y(count)}`).join(' ')}
        />
      </svg>
      <div className="row between muted small">
        <span>{dateText(start)}</span>
        <span>{dateText(due)}</span>
      </div>
    </figure>
  );
}
