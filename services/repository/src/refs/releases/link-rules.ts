/** Allowed URL schemes of release links. */
const schemes = new Set(['http:', 'https:', 'ftp:']);

/** The error for a URL with another scheme. */
export const BLOCKED_URL = 'is blocked: Only allowed schemes are http, https, ftp';

/** Whether a URL uses http, https or ftp. */
export function isAllowedUrl(url: string): boolean {
  return URL.canParse(url) && schemes.has(new URL(url).protocol);
}
