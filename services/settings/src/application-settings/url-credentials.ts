/** Credentials in URLs: masked in responses, and restored when a client sends a masked URL back. */

const MASK = '*****';

/** Splits URLs at commas, because a list may be sent as one string. */
export function splitUrls(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Masks the password of a URL, or the username if there is no password. */
export function maskUrl(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password !== '') url.password = MASK;
  else if (url.username !== '') url.username = MASK;
  else return value;
  return url.href;
}

/** Replaces masked URLs with the stored ones, so that clients can send back what they have read. */
export function unmaskUrls(values: readonly string[], stored: readonly string[]): string[] {
  return values.map((value) => stored.find((url) => value !== url && maskUrl(url) === value) ?? value);
}
