import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import os from 'node:os';
import {
  checkTarget,
  checkUrl,
  egressFetch,
  egressStream,
  isLocalAddress,
  KeptConnections,
  setLocalRanges,
} from './egress';

const denied = { allowLocal: false, allowList: [] };
const allowed = { allowLocal: true, allowList: [] };

describe('isLocalAddress', () => {
  it.each([
    ...[
      '127.0.0.1',
      '127.8.9.1',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
    ],
    ...[
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
    ],
    // Metadata services of clouds.
    ...['100.100.100.200', '192.0.0.192', '168.63.129.16', '169.254.170.2', 'fd00:ec2::254', 'fd20:ce::254'],
    ...['::169.254.169.254', '::ffff:169.254.169.254', '::ffff:0:a9fe:a9fe', '2002:a9fe:a9fe::1'],
  ])('treats %s as local', (address) => expect(isLocalAddress(address)).toBe(true));

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])('treats %s as public', (address) =>
    expect(isLocalAddress(address)).toBe(false),
  );

  it('treats addresses of own interfaces and ranges of the cluster as local', () => {
    expect(isLocalAddress('8.8.4.4')).toBe(false);
    const entry = { address: '8.8.4.4', family: 'IPv4', internal: false } as os.NetworkInterfaceInfo;
    const interfaces = jest.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [entry] });
    expect(isLocalAddress('8.8.4.4')).toBe(true);
    expect(isLocalAddress('::ffff:8.8.4.4')).toBe(true);
    interfaces.mockRestore();
    setLocalRanges(['8.8.4.0/24', '2001:4860::/32']);
    expect(['8.8.4.5', '2001:4860::8888', '8.8.8.8'].map(isLocalAddress)).toEqual([true, true, false]);
    setLocalRanges([]);
  });
});

describe('checkUrl', () => {
  it.each(['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/', 'http://a.localhost./', 'http://0x7f.1/'])(
    'refuses %s without a lookup',
    (url) => expect(() => checkUrl(url, denied)).toThrow('requests to the local network are not allowed'),
  );

  it.each(['http://metadata.google.internal/', 'http://METADATA.goog./', 'http://instance-data/latest'])(
    'refuses the metadata service %s, whatever it resolves to',
    async (url) => {
      expect(() => checkUrl(url, denied)).toThrow('requests to the local network are not allowed');
      await expect(checkTarget(url, denied)).rejects.toMatchObject({
        message: 'requests to the local network are not allowed',
      });
    },
  );

  it.each(['ftp://example.com/', 'nonsense', ''])('refuses %j', (url) =>
    expect(() => checkUrl(url, denied)).toThrow(/not valid|only http/),
  );

  it('allows names, public addresses and the allow list', () => {
    expect(checkUrl('https://no-such-name.invalid/x', denied).pathname).toBe('/x');
    expect(checkUrl('http://1.1.1.1/', denied).hostname).toBe('1.1.1.1');
    expect(checkUrl('http://localhost/', allowed).hostname).toBe('localhost');
    expect(checkUrl('http://10.1.2.3/', { allowLocal: false, allowList: ['10.0.0.0/8'] }).hostname).toBe('10.1.2.3');
  });
});

describe('checkTarget', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
  ])('refuses %s', (url) =>
    expect(checkTarget(url, denied)).rejects.toMatchObject({
      message: 'requests to the local network are not allowed',
    }),
  );

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'gopher://x/'])('refuses the scheme of %s', (url) =>
    expect(checkTarget(url, denied)).rejects.toMatchObject({ message: 'only http and https are allowed' }),
  );

  it.each(['', 'nonsense', 'http://'])('refuses %j', (url) =>
    expect(checkTarget(url, denied)).rejects.toMatchObject({ message: 'the URL is not valid' }),
  );

  it('allows the entries of the allow list: a host, an address, a range', async () => {
    for (const entry of ['localhost', '127.0.0.1', '127.0.0.0/8']) {
      const host = entry === 'localhost' ? 'localhost' : '127.0.0.1';
      const list = entry === 'localhost' ? [entry] : [entry];
      await expect(checkTarget(`http://${host}/`, { allowLocal: false, allowList: list })).resolves.toBeDefined();
    }
  });
});

describe('egressFetch', () => {
  let server: Server;
  let url: string;
  const seen: { url: string | undefined; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push({ url: request.url, authorization: request.headers.authorization });
      if (request.url === '/redirect') response.writeHead(302, { Location: '/plain' }).end();
      else if (request.url === '/to-metadata') response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
      else if (request.url === '/large') response.end(Buffer.alloc(10_000));
      else if (request.url === '/half') response.writeHead(200, { 'Content-Length': '10' }).write('half');
      else if (request.url !== '/silent') response.end('plain');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('uses the connections of earlier calls if it may, and another one if they were closed', async () => {
    const connections = new KeptConnections();
    let count = 0;
    server.on('connection', () => (count += 1));
    const request = { url: `${url}/plain`, method: 'POST', body: Buffer.from('x'), timeoutMs: 5_000, maxBytes: 100 };
    const call = () => egressFetch({ ...request, policy: allowed, connections });
    for (let round = 0; round < 3; round++) expect((await call()).status).toBe(200);
    expect(count).toBe(1);
    server.closeAllConnections();
    expect((await call()).status).toBe(200);
    expect(count).toBe(2);
    await egressFetch({ ...request, policy: allowed });
    expect(count).toBe(3);
    connections.close();
  });

  const call = (path: string, overrides = {}) =>
    egressFetch({
      url: url + path,
      method: 'GET',
      timeoutMs: 30_000,
      maxBytes: 1_000,
      maxRedirects: 3,
      policy: allowed,
      ...overrides,
    });

  it('returns status and body and follows redirects', async () => {
    expect(await call('/redirect')).toMatchObject({ status: 200, body: Buffer.from('plain') });
  });

  it('follows only redirects to the same origin on request', async () => {
    expect(await call('/redirect', { sameOrigin: true })).toMatchObject({ status: 200 });
    await expect(call('/to-metadata', { sameOrigin: true })).rejects.toMatchObject({
      message: 'redirects to another origin are not followed',
    });
  });

  it('checks the target of a redirect', async () => {
    const policy = { allowLocal: false, allowList: ['127.0.0.1'] };
    await expect(call('/to-metadata', { policy })).rejects.toMatchObject({
      message: 'requests to the local network are not allowed',
    });
  });

  it('reads no more than the limit', () =>
    expect(call('/large')).rejects.toMatchObject({ message: 'the response is too large' }));

  it('times out', () => expect(call('/silent', { timeoutMs: 100 })).rejects.toMatchObject({ name: 'AbortError' }));

  it('streams a response of any size', async () => {
    const request = { method: 'GET', timeoutMs: 30_000, policy: allowed };
    const read = async (status: number, content: Readable): Promise<[number, number]> => [
      status,
      (await content.toArray()).reduce((sum: number, chunk: Buffer) => sum + chunk.length, 0),
    ];
    expect(await egressStream({ ...request, url: `${url}/large` }, read)).toEqual([200, 10_000]);
    expect(await egressStream({ ...request, url: `${url}/redirect` }, read)).toEqual([302, 0]);
    const broken = egressStream({ ...request, url: `${url}/half` }, (status, content) => {
      server.closeAllConnections();
      return read(status, content);
    });
    await expect(broken).rejects.toThrow('aborted');
  });

  it('sends nothing to a local address that is not allowed', async () => {
    const before = seen.length;
    await expect(call('/plain', { policy: denied })).rejects.toMatchObject({ reason: 'egress_refused' });
    expect(seen).toHaveLength(before);
  });
});
