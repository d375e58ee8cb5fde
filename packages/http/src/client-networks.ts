/**
 * The networks by which clients are counted. A client of IPv6 chooses among at least 2^64
 * addresses, so its network counts instead of its address.
 */
import ipaddr from 'ipaddr.js';

/** A network whose clients are counted together. */
export interface ClientNetwork {
  /** An IPv4 address, or an IPv6 prefix such as `2001:db8:1:2::/64`. */
  name: string;
  /** The limit for the network, as a multiple of that for one client. */
  factor: number;
}

/** Limits for private addresses, as a multiple of those for one client. */
export const PRIVATE_ADDRESS_FACTOR = 10;

/** IPv6 prefixes that are counted, and their factors: providers assign a /64 or a /56. */
const prefixes = [
  { length: 64, factor: 1 },
  { length: 56, factor: 4 },
];

const privateRanges = new Set(['private', 'uniqueLocal', 'carrierGradeNat', 'linkLocal', 'loopback']);

/**
 * Returns the networks of an address: an IPv4 address is its own network, also if it is written as
 * IPv6; an IPv6 address belongs to its /64 and to its /56, which has a larger limit. Returns none
 * for a text that is no address.
 */
export function clientNetworksOf(address: string): ClientNetwork[] {
  const parsed = parse(address);
  if (parsed === undefined) return [];
  if (parsed instanceof ipaddr.IPv4) return [{ name: parsed.toString(), factor: 1 }];
  return prefixes.map(({ length, factor }) => ({ name: prefixOf(parsed, length), factor }));
}

/**
 * Whether an address belongs to this machine or to a private network. Many clients may share it: it
 * may be that of a proxy, load balancer or cluster node.
 */
export function isPrivateAddress(address: string): boolean {
  const parsed = parse(address);
  return parsed !== undefined && privateRanges.has(parsed.range());
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

function prefixOf(address: ipaddr.IPv6, length: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < length / 8 ? byte : 0));
  return `${new ipaddr.IPv6(bytes).toString()}/${length}`;
}
