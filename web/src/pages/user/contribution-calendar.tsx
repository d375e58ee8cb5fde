/** The contributions of a user in the last year, by day. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { eventKeys, listContributionDays } from '#data/events';
import { dateText } from '#lib/format';
import { calendarWeeks, levelOf } from './calendar-weeks';
import styles from './user.module.css';

const SIZE = 11;
const STEP = SIZE + 3;
/** Classes by the number of contributions. */
const LEVELS = [
  styles.calendarLevel0,
  styles.calendarLevel1,
  styles.calendarLevel2,
  styles.calendarLevel3,
  styles.calendarLevel4,
];

/** Shows the calendar; nothing while it loads, and for hidden activity. */
export function ContributionCalendar({ userId }: { userId: number }) {
  const { data: days } = useQuery({
    queryKey: eventKeys.daysOfUser(userId),
    queryFn: () => listContributionDays(userId),
  });
  if (!days) return null;
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const weeks = calendarWeeks(new Date());
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const text = plural(total, { one: '# contribution in the last year', other: '# contributions in the last year' });
  return (
    <section className="stack-small" aria-label={t`Contributions`}>
      <h2>
        <Trans>Contributions</Trans>
      </h2>
      <div className={`card ${styles.calendar}`}>
        {/* Scrolls on narrow screens, where the newest days come first. */}
        <svg width={weeks.length * STEP} height={7 * STEP} role="img" aria-label={text}>
          {weeks.map((week, column) =>
            week.map(
              (date, row) =>
                date !== undefined && (
                  <rect
                    key={date}
                    className={LEVELS[levelOf(counts.get(date) ?? 0)]}
                    x={column * STEP}
                    y={row * STEP}
                    width={SIZE}
                    height={SIZE}
                    rx={2}
                  >
                    <title>{t`${plural(counts.get(date) ?? 0, { one: '# contribution', other: '# contributions' })} on ${dateText(date)}`}</title>
                  </rect>
                ),
            ),
          )}
        </svg>
        <p className="muted small">{text}</p>
      </div>
    </section>
  );
}
