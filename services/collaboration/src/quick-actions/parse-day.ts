/** Parses dates in quick actions. */
import { BadRequestError } from '@forgemesh/errors';
import { DAY_MS } from '@forgemesh/service/durations';

const MAX_DAYS = 36_500;

/**
 * Parses `2030-01-31`, `today`, `tomorrow` or `in 3 days` (or weeks) to `YYYY-MM-DD`. Throws
 * BadRequestError for other texts.
 */
export function parseDay(text: string): string {
  const words = text.trim().toLowerCase();
  const [, count, unit] = /^in (\d{1,5}) (day|week)s?$/.exec(words) ?? [];
  const days = { today: 0, tomorrow: 1 }[words] ?? (count && Number(count) * (unit === 'week' ? 7 : 1));
  const at = typeof days === 'number' && days <= MAX_DAYS ? new Date(Date.now() + days * DAY_MS) : isoDay(words);
  if (Number.isNaN(at.getTime())) throw new BadRequestError('invalid date');
  return at.toISOString().slice(0, 10);
}

function isoDay(text: string): Date {
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : NaN);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) === text ? at : new Date(NaN);
}
