/** What a link of a release may be. */
const schemes = new Set(['http:', 'https:', 'ftp:']);

/** What is said of an address that leads elsewhere than to files. */
export const BLOCKED_URL = 'is blocked: Only allowed schemes are http, https, ftp';

/** Whether an address is one of http, https or ftp. */
export function isAllowedUrl(url: string): boolean {
  return URL.canParse(url) && schemes.has(new URL(url).protocol);
}
