import type { IncomingMessage } from 'node:http';
import { clientInfoReader } from './client-info';

interface TestClient {
  headers?: Record<string, string>;
  trusted?: string[];
}

function read(remoteAddress: string, { headers = {}, trusted = [] }: TestClient = {}) {
  const reported: string[] = [];
  const readInfo = clientInfoReader({
    trustedRanges: trusted,
    externalUrl: 'https://forge.example.org',
    onUntrustedProxy: (address) => reported.push(address),
  });
  const { address, networks } = readInfo({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
  return { address, networks: networks.map(({ name, factor }) => `${name} x ${factor}`), reported };
}

const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses });
const trusted = ['10.0.0.0/8'];

describe('the client of a connection', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1 x 1']],
    ['::ffff:192.0.2.1', ['192.0.2.1 x 1']],
    ['127.0.0.1', ['127.0.0.1 x 10']],
    ['10.0.0.1', ['10.0.0.1 x 10']],
    ['fd00::1', ['fd00::/64 x 10', 'fd00::/56 x 40']],
    ['2001:db8::1', ['2001:db8::/64 x 1', '2001:db8::/56 x 4']],
  ])('is limited by its network, a private one with ten times the numbers: %s', (address, networks) => {
    expect(read(address)).toMatchObject({ networks, reported: [] });
  });

  it('is limited like any other if it is private and the proxies are known', () => {
    expect(read('192.168.1.2', { trusted }).networks).toEqual(['192.168.1.2 x 1']);
    expect(read('127.0.0.1', { trusted }).networks).toEqual(['127.0.0.1 x 1']);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '192.0.2.1'])(
    'is not changed by forwarding headers that %s sends without being trusted',
    (address) => {
      const plain = read(address);
      for (const headers of [forwarded('192.0.2.7'), forwarded(''), { forwarded: 'for=192.0.2.7' }])
        expect(read(address, { headers })).toMatchObject({ address: plain.address, networks: plain.networks });
    },
  );

  it('is reported if it is private and forwards without being trusted', () => {
    const headers = forwarded('192.0.2.7');
    expect(read('127.0.0.1', { headers }).reported).toEqual(['127.0.0.1']);
    expect(read('127.0.0.1', { headers, trusted }).reported).toEqual(['127.0.0.1']);
    expect(read('::ffff:10.0.0.1', { headers }).reported).toEqual(['10.0.0.1']);
    expect(read('10.0.0.1', { headers, trusted }).reported).toEqual([]);
    // Anyone can send the header.
    expect(read('192.0.2.1', { headers }).reported).toEqual([]);
  });
});

describe('the client of a trusted proxy', () => {
  it.each([
    ['6.6.6.6, 192.0.2.1', '192.0.2.1', ['192.0.2.1 x 1']],
    ['192.168.1.2', '192.168.1.2', ['192.168.1.2 x 1']],
    ['::ffff:c000:201', '192.0.2.1', ['192.0.2.1 x 1']],
    ['2001:db8:0:1::1', '2001:db8:0:1::1', ['2001:db8:0:1::/64 x 1', '2001:db8::/56 x 4']],
  ])('is the last forwarded address that is not of a proxy: %s', (addresses, address, networks) => {
    expect(read('10.0.0.1', { headers: forwarded(addresses), trusted })).toMatchObject({ address, networks });
  });

  it.each([{}, forwarded('unknown'), forwarded('10.9.9.9')])(
    'shares the address of the proxy without one: %j',
    (headers) => {
      expect(read('10.0.0.1', { headers, trusted })).toMatchObject({
        address: '10.0.0.1',
        networks: ['10.0.0.1 x 10'],
      });
    },
  );
});
