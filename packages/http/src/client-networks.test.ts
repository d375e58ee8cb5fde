import { clientNetworksOf, isPrivateAddress } from './client-networks';

const one = (name: string) => [{ name, factor: 1 }];

describe('clientNetworksOf', () => {
  it.each(['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'])('returns the IPv4 address of %s', (address) => {
    expect(clientNetworksOf(address)).toEqual(one('192.0.2.1'));
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/56'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/56'],
    ['2001:db8:1:2ff::1', '2001:db8:1:2ff::/64', '2001:db8:1:200::/56'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/56'],
    ['::1', '::/64', '::/56'],
  ])('returns the /64 and the /56 of %s', (address, small, large) => {
    expect(clientNetworksOf(address)).toEqual([
      { name: small, factor: 1 },
      { name: large, factor: 4 },
    ]);
  });

  it.each(['', 'unknown', '192.0.2.1:80', '2001:db8::1::2'])('returns none for "%s"', (address) => {
    expect(clientNetworksOf(address)).toEqual([]);
  });
});

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.2',
    '::ffff:192.168.1.2',
    '100.64.0.1',
    '169.254.1.1',
    'fd00::1',
    'fe80::1',
  ])('is true for %s', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each(['192.0.2.1', '2001:db8::1', '8.8.8.8', '172.32.0.1', '', 'unknown'])('is false for "%s"', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );
});
