/**
 * Reports proxies that the configuration does not name. All their clients share the limits of one
 * address, and the audit log has the address of the proxy for each of them.
 */
import type { Logger } from '@forgemesh/telemetry';

/** Dependencies of the report. */
export interface UntrustedProxiesOptions {
  trustedRanges: string[];
  externalUrl: string;
  log: Logger;
}

const HINT = 'list the addresses of your proxies in FORGE_TRUSTED_PROXIES, for example 127.0.0.1/32,::1/128';

/**
 * Reports at the start that the instance must have a proxy, because the gateway has no TLS itself.
 * Returns the function that reports the first proxy that forwards a request.
 */
export function reportUntrustedProxies({
  trustedRanges,
  externalUrl,
  log,
}: UntrustedProxiesOptions): (address: string) => void {
  if (externalUrl.startsWith('https:') && trustedRanges.length === 0)
    log.warn({ external_url: externalUrl }, `the proxy that terminates TLS is not trusted: ${HINT}`);
  let isReported = false;
  return (address) => {
    if (isReported) return;
    isReported = true;
    log.warn({ address }, `a proxy that is not trusted forwards requests, its clients share one limit: ${HINT}`);
  };
}
