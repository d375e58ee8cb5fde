/**
 * Checks of setting values beyond the rules of their parameters. Each check returns the text of a
 * field error, or undefined.
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

/** Returns the seconds of a duration such as `2 weeks 3 days`. Undefined: not a duration. */
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

/** Checks an age of at least one day. Empty: never. */
export function age(value: string): string | undefined {
  if (value === '') return undefined;
  const seconds = parseDuration(value);
  if (seconds === undefined) return 'is not a correct duration';
  return seconds < SECONDS_PER_DAY ? 'must be at least 1 day' : undefined;
}

/** Checks a duration. `0`: unlimited. */
export function duration(value: string): string | undefined {
  return value === '0' || parseDuration(value) !== undefined ? undefined : 'is not a correct duration';
}

/** Checks an HTTP URL. Empty: none. */
export function url(value: string): string | undefined {
  return value === '' || isHttpUrl(value) ? undefined : 'must be a valid URL';
}

/** Checks an HTTP URL to which paths are appended. Empty: none. */
export function baseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!isHttpUrl(value)) return 'must be a valid URL';
  const { username, password } = new URL(value);
  const isBase = username === '' && password === '' && !/[?#]/.test(value);
  return isBase ? undefined : 'must be a URL without credentials, query and fragment';
}

/** Checks an HTTP URL or a path on the instance. */
export function urlOrPath(value: string): string | undefined {
  return /^\/(?![/\\])\S*$/.test(value) ? undefined : url(value);
}

/** Checks a list of HTTP URLs. */
export function urls(values: readonly string[]): string | undefined {
  return values.every(isHttpUrl) ? undefined : 'must be a list of valid URLs';
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/** Checks an email address. Empty: none. */
export function email(value: string): string | undefined {
  return value === '' || /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : 'is invalid';
}

/** Checks a regular expression: it must run in linear time and not be too large. Empty: none. */
export function regex(value: string): Promise<string | undefined> {
  return userPatterns.check('settings', value);
}

/** Checks comma-separated IP addresses and networks. */
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

/** Checks domains. `*` is a wildcard. */
export function domains(values: readonly string[]): string | undefined {
  return values.every((value) => /^[^\s/@]+$/.test(value)) ? undefined : 'contains an invalid domain';
}

/** Checks host names in ASCII. `*` is a wildcard. */
export function hostPatterns(values: readonly string[]): string | undefined {
  return values.every((value) => /^[\w.*-]+$/.test(value)) ? undefined : 'must be host names in ASCII';
}

/** Checks domains, IP addresses and networks that outgoing requests may be sent to. */
export function outbound(values: readonly string[]): string | undefined {
  const isAscii = values.every((value) => /^[!-~]+$/.test(value));
  return isAscii ? undefined : 'must be domains, IP addresses or networks in ASCII';
}

/** Checks paths on the instance. */
export function paths(values: readonly string[]): string | undefined {
  return values.every((value) => value.startsWith('/')) ? undefined : 'must start with a slash';
}

/** Checks names of storages. At least one is required, and all must exist. */
export function storages(values: readonly string[], instance: Instance): string | undefined {
  const unknown = values.filter((value) => !instance.storages.includes(value));
  if (unknown.length > 0) return `can't include: ${unknown.join(', ')}`;
  return values.length === 0 ? "can't be blank" : undefined;
}

/** Checks the size of a value, so that all values together fit into one document. */
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
