/**
 * User names and passwords in URLs: masked in responses, and kept when a masked URL is sent back.
 */

const MASK = '*****';

/** Splits URLs at commas: a list may be sent as one string. */
export function splitUrls(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** The URL with its password masked, or its user name if it has no password. */
export function maskUrl(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password !== '') url.password = MASK;
  else if (url.username !== '') url.username = MASK;
  else return value;
  return url.href;
}

/** Replaces masked URLs by the stored ones, so that a client may send back what it has read. */
export function unmaskUrls(values: readonly string[], stored: readonly string[]): string[] {
  return values.map((value) => stored.find((url) => value !== url && maskUrl(url) === value) ?? value);
}
