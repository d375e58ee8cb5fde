/**
 * Hop-by-hop headers of HTTP: they concern one connection and must not be forwarded with a message.
 */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Those of RFC 9110, 7.6.1, older ones that are still sent, and `host` and `expect`, which every
 * hop sets itself.
 */
const hopHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['host', 'expect'],
]);

/** Returns the headers to forward. */
export function withoutHopHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)));
}
