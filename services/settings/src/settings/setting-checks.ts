/**
 * What a value of a setting must be like, beyond what its parameter says. Each check answers with
 * the text of its field error.
 */
import { isIP } from 'node:net';
import { userPatterns } from '@forgemesh/patterns';
import type { Instance } from './setting-kinds';

const MAX_ENTRIES = 1000;
const MAX_ENTRY_LENGTH = 255;
const MAX_TEXT_LENGTH = 100_000;
const SECONDS_PER_DAY = 24 * 60 * 60;

const secondsPerUnit: Record<string, number> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: SECONDS_PER_DAY,
  day: SECONDS_PER_DAY,
  w: 7 * SECONDS_PER_DAY,
  week: 7 * SECONDS_PER_DAY,
  mo: 30 * SECONDS_PER_DAY,
  month: 30 * SECONDS_PER_DAY,
  y: 365.25 * SECONDS_PER_DAY,
  year: 365.25 * SECONDS_PER_DAY,
};

/** Seconds of a duration such as `2 weeks 3 days`; undefined where it is none. */
export function parseDuration(value: string): number | undefined {
  const words = value.trim().toLowerCase();
  if (!/^(\d+(\.\d+)?\s*[a-z]+[\s,]*)+$/.test(words) || words.length > MAX_ENTRY_LENGTH) return undefined;
  let seconds = 0;
  for (const [, amount, unit = ''] of words.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const each = secondsPerUnit[unit] ?? secondsPerUnit[unit.replace(/s$/, '')];
    if (each === undefined) return undefined;
    seconds += Number(amount) * each;
  }
  return seconds;
}

/** An age of a day or more; empty for never. */
export function age(value: string): string | undefined {
  if (value === '') return undefined;
  const seconds = parseDuration(value);
  if (seconds === undefined) return 'is not a correct duration';
  return seconds < SECONDS_PER_DAY ? 'must be at least 1 day' : undefined;
}

/** A duration; `0` for ever. */
export function duration(value: string): string | undefined {
  return value === '0' || parseDuration(value) !== undefined ? undefined : 'is not a correct duration';
}

/** An HTTP address; empty for none. */
export function url(value: string): string | undefined {
  return value === '' || isHttpUrl(value) ? undefined : 'must be a valid URL';
}

/** An HTTP address or a path on the instance. */
export function urlOrPath(value: string): string | undefined {
  return /^\/(?![/\\])\S*$/.test(value) ? undefined : url(value);
}

/** HTTP URLs. */
export function urls(values: readonly string[]): string | undefined {
  return values.every(isHttpUrl) ? undefined : 'must be a list of valid URLs';
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/** A mail address; empty for none. */
export function email(value: string): string | undefined {
  return value === '' || /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'is invalid';
}

/** A regular expression that runs in linear time and is not too large; empty for none. */
export function regex(value: string): Promise<string | undefined> {
  return userPatterns.check('settings', value);
}

/** Addresses and networks, comma-separated. */
export function networks(value: string): string | undefined {
  const isKnown = value.split(',').every((entry) => isNetwork(entry.trim()));
  return isKnown ? undefined : 'must be a list of IP addresses and networks';
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Domains; `*` stands for any part. */
export function domains(values: readonly string[]): string | undefined {
  return values.every((value) => /^[^\s/@]+$/.test(value)) ? undefined : 'contains an invalid domain';
}

/** Domains, addresses and networks that may be called. */
export function outbound(values: readonly string[]): string | undefined {
  const isAscii = values.every((value) => /^[!-~]+$/.test(value));
  return isAscii ? undefined : 'must be domains, IP addresses or networks in ASCII';
}

/** Paths on the instance. */
export function paths(values: readonly string[]): string | undefined {
  return values.every((value) => value.startsWith('/')) ? undefined : 'must start with a slash';
}

/** Storages that exist, one at least. */
export function storages(values: readonly string[], instance: Instance): string | undefined {
  const unknown = values.filter((value) => !instance.storages.includes(value));
  if (unknown.length > 0) return `can't include: ${unknown.join(', ')}`;
  return values.length === 0 ? "can't be blank" : undefined;
}

/** No value may be so large that all of them together do not fit into one document. */
export function size(value: unknown): string | undefined {
  if (typeof value === 'string' && [...value].length > MAX_TEXT_LENGTH) {
    return `is too long (maximum is ${MAX_TEXT_LENGTH} characters)`;
  }
  return Array.isArray(value) ? tooLong(value.map(String)) : undefined;
}

function tooLong(values: readonly string[]): string | undefined {
  if (values.length > MAX_ENTRIES) return `is too long (maximum is ${MAX_ENTRIES} entries)`;
  const isLong = values.some((value) => value.length > MAX_ENTRY_LENGTH);
  return isLong ? `is too long (maximum is ${MAX_ENTRY_LENGTH} characters)` : undefined;
}
