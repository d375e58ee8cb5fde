const DAY_MS = 86_400_000;
const WEEKS = 53;

/** Returns the days of the last 53 weeks, from Sunday on; undefined for those to come. */
export function calendarWeeks(today: Date): (string | undefined)[][] {
  const end = Date.parse(today.toISOString().slice(0, 10));
  const sunday = end - today.getUTCDay() * DAY_MS;
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_unused, day) => {
      const time = sunday + ((week - WEEKS + 1) * 7 + day) * DAY_MS;
      return time > end ? undefined : new Date(time).toISOString().slice(0, 10);
    }),
  );
}

/** Smallest counts of the shades. */
const LEVELS = [1, 3, 8, 15];

/** Returns the shade of a day: 0 for none to 4 for the most contributions. */
export function levelOf(count: number): number {
  return LEVELS.filter((least) => count >= least).length;
}
