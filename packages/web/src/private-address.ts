/** Addresses of private networks, which many clients may share. */
import ipaddr from 'ipaddr.js';

const PRIVATE = new Set(['private', 'uniqueLocal', 'carrierGradeNat', 'linkLocal']);

/**
 * Whether an address belongs to a private network. It may be that of a proxy, load balancer or
 * cluster node, so limits must not count it as one client. Loopback addresses are not private in
 * this sense.
 */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && PRIVATE.has(ipaddr.process(address).range());
}
