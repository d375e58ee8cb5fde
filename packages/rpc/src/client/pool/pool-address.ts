/**
 * Addresses of pools: processes of a service of which any can serve each call.
 *
 * `pool:host:port,host:port` lists them; `pool:name:port` is a name that resolves to all of them,
 * such as that of a headless Service.
 */
import { isIP } from 'node:net';
import { experimental } from '@grpc/grpc-js';

const SCHEME = 'pool:';

/** The members of a pool: a fixed list, or all addresses of a name. */
export type PoolAddress = { kind: 'list'; addresses: readonly string[] } | { kind: 'name'; host: string; port: number };

/** Whether an address of an address map is that of a pool. */
export function isPoolAddress(address: string): boolean {
  return address.startsWith(SCHEME);
}

/** Parses the address of a pool. Throws an Error for one without a host or port. */
export function parsePoolAddress(address: string): PoolAddress {
  const addresses = address
    .slice(SCHEME.length)
    .split(',')
    .map((part) => part.trim());
  const parsed = addresses.map((part) => {
    const { host, port } = experimental.splitHostPort(part) ?? {};
    if (host === undefined || host === '' || port === undefined)
      throw new Error(`${address} is not an address of a pool: each member needs a host and a port`);
    return { host, port };
  });
  const [first] = parsed;
  if (first && parsed.length === 1 && !isIP(first.host)) return { kind: 'name', host: first.host, port: first.port };
  return { kind: 'list', addresses };
}
