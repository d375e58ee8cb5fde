/** The networks of a client in limits by address. */
import { clientNetworksOf, isPrivateAddress, PRIVATE_ADDRESS_FACTOR, type ClientNetwork } from '@forgemesh/http';
import { LRUCache } from 'lru-cache';

/** Returns the networks by which a client is counted; none if its address is unknown. */
export type LimitedNetworks = (address: string) => readonly ClientNetwork[];

/** Maximum number of addresses whose networks are cached. */
const MAX_ADDRESSES = 10_000;

/**
 * Creates the function that returns networks. A private address may be that of an unknown proxy
 * with many clients, so it has larger limits; `hasTrustedProxies` says that the proxies are known,
 * and every other private address is one client.
 */
export function createLimitedNetworks({ hasTrustedProxies }: { hasTrustedProxies: boolean }): LimitedNetworks {
  const cache = new LRUCache<string, readonly ClientNetwork[]>({ max: MAX_ADDRESSES });
  const networksOf: LimitedNetworks = (address) =>
    hasTrustedProxies || !isPrivateAddress(address) ? clientNetworksOf(address) : sharedNetworksOf(address);
  return (address) => {
    const cached = cache.get(address);
    if (cached) return cached;
    const networks = networksOf(address);
    cache.set(address, networks);
    return networks;
  };
}

/** Returns the networks of an address that many clients may share. */
export function sharedNetworksOf(address: string): readonly ClientNetwork[] {
  return clientNetworksOf(address).map(({ name, factor }) => ({ name, factor: factor * PRIVATE_ADDRESS_FACTOR }));
}
