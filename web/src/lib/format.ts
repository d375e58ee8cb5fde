/** Texts for times, sizes and numbers. */
import { plural, t } from '@lingui/core/macro';
import { i18n } from '#language/i18n';

const { locale } = i18n;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const numbers = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Returns `3 days ago`. */
export function relativeTime(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return unit === 'second' ? t`just now` : relative.format(Math.trunc(seconds / length), unit);
}

/** Returns `Nov 25, 2026, 6:36 PM` in the visitor's time zone. */
export function exactTime(time: string): string {
  return exact.format(new Date(time));
}

/** Returns `Nov 25, 2026`. */
export function dateText(date: string): string {
  return dateOnly.format(new Date(date));
}

/** Returns `12,345`. */
export function numberText(value: number): string {
  return numbers.format(value);
}

const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
const MAX_NAMES = 3;

/** Returns `Ada and Ben`, or `Ada, Ben, Cleo, and 2 others`. */
export function namesText(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return lists.format(
    more > 0 ? [...names.slice(0, MAX_NAMES), plural(more, { one: '# other', other: '# others' })] : names,
  );
}

/** Returns `1 h 5 min`, `2 min 3 s` or `4 s`. */
export function durationText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.round(seconds) % 60];
  const parts: readonly (readonly [number, string])[] = [
    [hours, t`${hours} h`],
    [minutes, t`${minutes} min`],
    [rest, t`${rest} s`],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  const shown = parts.slice(first < 0 ? -1 : first).slice(0, 2);
  return shown
    .filter(([value], index) => index === 0 || value > 0)
    .map(([, text]) => text)
    .join(' ');
}

const sizeUnits = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Returns `1.5 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return plural(bytes, { one: '# byte', other: '# bytes' });
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < sizeUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${oneDecimal.format(value)} ${sizeUnits[unit]}`;
}

const DAY_MS = 86_400_000;

/** Whether a day (`YYYY-MM-DD`) has passed. */
export function hasPassed(day: string, now = Date.now()): boolean {
  return Date.parse(day) + DAY_MS < now;
}

/** Whole days since a time in milliseconds. */
export function daysSince(time: number, now = Date.now()): number {
  return Math.floor((now - time) / DAY_MS);
}
