/** Texts for times, sizes and numbers. */
import { plural, t } from '@lingui/core/macro';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const numbers = new Intl.NumberFormat('en');

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

/** Returns `1 commit` or `2 commits`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' });
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
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.round(seconds) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  const shown = parts.slice(first < 0 ? -1 : first).slice(0, 2);
  return shown
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}

/** Returns `1.5 MiB`. */
export function sizeText(bytes: number): string {
  const steps = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let step = 0;
  while (value >= 1024 && step < steps.length - 1) {
    value /= 1024;
    step++;
  }
  return `${step === 0 ? value : value.toFixed(1)} ${steps[step]}`;
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
