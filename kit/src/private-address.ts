/** Addresses of private networks, behind which many clients may stand. */
import ipaddr from 'ipaddr.js';

const PRIVATE = new Set(['private', 'uniqueLocal', 'carrierGradeNat', 'linkLocal']);

/**
 * Whether an address is one of a private network: of a proxy, a load balancer or the node of a cluster, for all that is known. Limits do not
 * count such an address as one client. Those of the machine itself (loopback) are not private in this sense.
 */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && PRIVATE.has(ipaddr.process(address).range());
}
