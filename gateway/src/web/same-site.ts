/** Refuses requests that pages of other sites send. */
import { ForgeError } from '@forgemesh/errors';
import { headerOf, type HttpExchange } from '../server/exchange';

/**
 * Throws `forbidden` for a request of a page of another site. Browsers send `Sec-Fetch-Site` or at
 * least `Origin` with them; other clients send neither and have no cookie of a user.
 */
export function assertSameSite(exchange: HttpExchange): void {
  const site = headerOf(exchange, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ForgeError('forbidden');
  const origin = headerOf(exchange, 'origin');
  // Behind a proxy the origin of the request may have another scheme, so hosts are compared.
  if (site === undefined && origin !== undefined && hostOf(origin) !== hostOf(exchange.client.origin))
    throw new ForgeError('forbidden');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
