/** Parses and formats durations in working time: `1mo 2w 3d 4h 30m`. */

const HOUR = 3_600;
/** Seconds of each unit: a day has eight hours, a week five days, a month four weeks. */
const units = { mo: 160 * HOUR, w: 40 * HOUR, d: 8 * HOUR, h: HOUR, m: 60, s: 1 } as const;
/** Units that responses use, the largest first, and those left when limited to hours. */
const shown = ['mo', 'w', 'd', 'h', 'm', 's'] as const;
const shownInHours = ['h', 'm', 's'] as const;
const part = /^(\d{1,9}(?:\.\d{1,4})?)(mo|w|d|h|m|s)?$/;
const MAX_LENGTH = 255;
/** Maximum duration: 32-bit seconds, for compatibility with other clients. */
const MAX_SECONDS = 2 ** 31 - 1;

/**
 * Parses a duration to seconds; a bare number is hours, a leading minus negates. Null if it is
 * invalid.
 */
export function parseDuration(text: string): number | null {
  const isNegative = text.trimStart().startsWith('-');
  const words = text.slice(0, MAX_LENGTH).toLowerCase().trim().replace(/^-/, '').split(/\s+/).filter(Boolean);
  const parts = words.flatMap((word) => word.match(/\d+(?:\.\d+)?(?:mo|[wdhms])?|./g) ?? []);
  if (parts.length === 0 || text.length > MAX_LENGTH) return null;
  let seconds = 0;
  for (const one of parts) {
    const [, number, unit] = part.exec(one) ?? [];
    if (number === undefined) return null;
    seconds += Number(number) * units[(unit ?? 'h') as keyof typeof units];
  }
  seconds = Math.round(seconds);
  return seconds > MAX_SECONDS ? null : isNegative ? -seconds : seconds;
}

/** Formats a duration, largest unit first; null for zero. */
export function humanDuration(seconds: number, { hoursOnly }: { hoursOnly: boolean }): string | null {
  if (seconds === 0) return null;
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const unit of hoursOnly ? shownInHours : shown) {
    const count = Math.floor(rest / units[unit]);
    rest -= count * units[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return `${seconds < 0 ? '-' : ''}${parts.join(' ')}`;
}
