import type { IncomingMessage } from 'node:http';
import { clientInfoReader } from './client-info';

const infoOf = (remoteAddress: string, headers: Record<string, string> = {}, trusted: string[] = []) =>
  clientInfoReader(
    trusted,
    'https://forge.example.org',
  )({
    headers,
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

describe('the address of a client', () => {
  it.each([
    ['a public address', '192.0.2.1', {}, [], '192.0.2.1', '192.0.2.1'],
    [
      'a public address with a forwarding header',
      '192.0.2.1',
      { 'x-forwarded-for': '1.2.3.4' },
      [],
      '192.0.2.1',
      '192.0.2.1',
    ],
    ['a loopback address', '127.0.0.1', {}, [], '127.0.0.1', '127.0.0.1'],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '1.2.3.4' }, [], '127.0.0.1', ''],
    ['a private address', '10.0.0.1', {}, [], '10.0.0.1', ''],
    ['a private IPv6 address', 'fd00::1', {}, [], 'fd00::1', ''],
    ['a private IPv4-mapped address', '::ffff:192.168.1.2', {}, [], '192.168.1.2', ''],
    [
      'a trusted proxy',
      '10.0.0.1',
      { 'x-forwarded-for': '6.6.6.6, 192.0.2.1' },
      ['10.0.0.0/8'],
      '192.0.2.1',
      '192.0.2.1',
    ],
    [
      'a private client of a trusted proxy',
      '10.0.0.1',
      { 'x-forwarded-for': '192.168.1.2' },
      ['10.0.0.0/8'],
      '192.168.1.2',
      '192.168.1.2',
    ],
    ['a trusted proxy without a forwarding header', '10.0.0.1', {}, ['10.0.0.0/8'], '10.0.0.1', ''],
  ])(
    'is determined, and counted if it belongs to one client: %s',
    (_name, socket, headers, trusted, address, limitAddress) => {
      expect(infoOf(socket, headers as Record<string, string>, trusted)).toMatchObject({ address, limitAddress });
    },
  );
});
