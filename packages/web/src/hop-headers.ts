/**
 * Headers of HTTP that are of one connection, not of the message: whoever passes a message on
 * leaves them out.
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Those of RFC 9110, 7.6.1, the old ones that are still sent, and what the next one is told anew:
 * where it is, and whether to go on.
 */
const hopHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'expect'],
]);

/** The headers of a message that is passed on. */
export function withoutHopHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)));
}
