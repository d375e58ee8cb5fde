/** HTTP Strict Transport Security (RFC 6797) of instances that clients reach by HTTPS. */
import type { Headers } from '../response/send';

/** Seconds for which browsers use HTTPS only: a year. */
const MAX_AGE_SECONDS = 31_536_000;

/** Returns the headers that every response needs because of the scheme of the external URL. */
export function transportHeaders(externalUrl: string): Headers {
  return externalUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${MAX_AGE_SECONDS}` } : {};
}
