import { calendarWeeks, levelOf } from './calendar-weeks';

describe('the calendar of a year', () => {
  it('ends today, and its weeks begin on Sunday', () => {
    // A Wednesday.
    const weeks = calendarWeeks(new Date('2026-11-25T23:30:00Z'));
    expect(weeks).toHaveLength(53);
    expect(weeks.at(-1)).toEqual([
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      undefined,
      undefined,
      undefined,
    ]);
    expect(weeks[0]?.[0]).toBe('2025-11-23');
  });

  it('has shades', () => {
    expect([0, 1, 2, 3, 8, 15, 500].map(levelOf)).toEqual([0, 1, 1, 2, 3, 4, 4]);
  });
});
