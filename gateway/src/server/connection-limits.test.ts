import { createLimitedNetworks } from '../rate-limit/limited-networks';
import { NetworkCounts } from './connection-limits';

const networksOf = createLimitedNetworks({ hasTrustedProxies: false });

/** Number of accepted connections out of 100. */
function accepted(counts: NetworkCounts, address: (n: number) => string): number {
  return Array.from({ length: 100 }, (_, n) => counts.tryAdd(networksOf(address(n)))).filter(Boolean).length;
}

describe('connections of one client', () => {
  it.each([
    ['one address', () => '192.0.2.1', 2],
    ['a private address', () => '10.0.0.1', 20],
    ['an IPv6 network', (n: number) => `2001:db8::${n}`, 2],
    ['the networks of an IPv6 site', (n: number) => `2001:db8:0:${n}::1`, 8],
    ['different addresses', (n: number) => `192.0.2.${n}`, 100],
  ])('are limited: %s', (_name, address, limit) => {
    expect(accepted(new NetworkCounts({ total: 0, perAddress: 2 }), address)).toBe(limit);
  });

  it('are at most half of all', () => {
    const counts = new NetworkCounts({ total: 10, perAddress: 3 });
    expect(accepted(counts, () => '192.0.2.1')).toBe(3);
    expect(accepted(counts, () => '10.0.0.1')).toBe(5);
    expect(accepted(counts, (n) => `2001:db8:0:${n}::1`)).toBe(5);
  });

  it('are not limited at 0', () => {
    expect(accepted(new NetworkCounts({ total: 10, perAddress: 0 }), () => '192.0.2.1')).toBe(100);
  });

  it('are not counted when they are refused, or after they end', () => {
    const counts = new NetworkCounts({ total: 0, perAddress: 2 });
    expect(accepted(counts, () => '2001:db8::1')).toBe(2);
    expect(accepted(counts, () => '2001:db8:0:1::1')).toBe(2);
    counts.remove(networksOf('2001:db8::1'));
    expect(accepted(counts, () => '2001:db8::2')).toBe(1);
  });
});
