import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { egressFetch } from './egress';

jest.mock('node:dns/promises', () => ({ lookup: jest.fn() }));

/** Makes the name resolve to these addresses, one per lookup. */
function resolveTo(...addresses: string[]): void {
  const mock = lookup as unknown as jest.Mock;
  mock.mockReset();
  for (const address of addresses) mock.mockResolvedValueOnce([{ address, family: 4 }]);
}

const ALLOWED = '127.0.0.2';

describe('egressFetch with names whose addresses change', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const isMoved = request.url === '/moved';
      response.writeHead(isMoved ? 307 : 200, isMoved ? { location: '/there' } : {}).end('x'.repeat(100));
    });
    await new Promise<void>((resolve) => server.listen(0, ALLOWED, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const fetch = (path: string, options = {}) =>
    egressFetch({
      url: `http://name.test:${port}${path}`,
      method: 'POST',
      timeoutMs: 5_000,
      maxBytes: 1_000,
      maxRedirects: 2,
      policy: { allowLocal: false, allowList: [ALLOWED] },
      ...options,
    });

  it('connects to the checked address, without another lookup', async () => {
    resolveTo(ALLOWED, '127.0.0.1');
    expect((await fetch('/')).status).toBe(200);
    expect(lookup).toHaveBeenCalledTimes(1);
    await expect(fetch('/')).rejects.toMatchObject({ name: 'EgressError', isRefusal: true });
  });

  describe('if the policy lets connections resolve the name again', () => {
    const policy = { allowLocal: false, allowList: [ALLOWED], resolvesAgain: true };

    it('connects to an address of the second lookup', async () => {
      // Nothing listens on the first address.
      resolveTo('192.0.2.1', ALLOWED);
      const allowList = [ALLOWED, '192.0.2.1'];
      expect((await fetch('/', { policy: { ...policy, allowList } })).status).toBe(200);
      expect(lookup).toHaveBeenCalledTimes(2);
    });

    it('tries all addresses of the name', async () => {
      const both = [
        { address: '127.0.0.3', family: 4 },
        { address: ALLOWED, family: 4 },
      ];
      const mock = lookup as unknown as jest.Mock;
      mock.mockReset().mockResolvedValue(both);
      const allowList = [ALLOWED, '127.0.0.3'];
      expect((await fetch('/', { policy: { ...policy, allowList } })).status).toBe(200);
      await expect(fetch('/', { policy: { ...policy, allowList, resolvesAgain: false } })).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
    });

    it('refuses a forbidden address of any lookup', async () => {
      resolveTo('127.0.0.1');
      await expect(fetch('/', { policy })).rejects.toMatchObject({ name: 'EgressError', isRefusal: true });
      resolveTo(ALLOWED, '127.0.0.1');
      await expect(fetch('/', { policy })).rejects.toMatchObject({ name: 'EgressError', isRefusal: true });
      resolveTo(ALLOWED);
      (lookup as unknown as jest.Mock).mockRejectedValueOnce(new Error('ENOTFOUND'));
      await expect(fetch('/', { policy })).rejects.toMatchObject({ message: 'the host cannot be resolved' });
    });
  });

  it('checks each redirect again', async () => {
    resolveTo(ALLOWED, ALLOWED);
    expect((await fetch('/moved')).status).toBe(200);
    resolveTo(ALLOWED, '169.254.169.254');
    await expect(fetch('/moved')).rejects.toMatchObject({ message: 'requests to the local network are not allowed' });
  });

  it('distinguishes an unresolvable name from a forbidden one', async () => {
    resolveTo();
    (lookup as unknown as jest.Mock).mockRejectedValue(new Error('ENOTFOUND'));
    await expect(fetch('/')).rejects.toMatchObject({ message: 'the host cannot be resolved', isRefusal: false });
  });

  it('refuses a long response, or truncates it', async () => {
    resolveTo(ALLOWED, ALLOWED);
    await expect(fetch('/', { maxBytes: 10 })).rejects.toMatchObject({ message: 'the response is too large' });
    const { body } = await fetch('/', { maxBytes: 10, truncates: true });
    expect(body.toString()).toBe('x'.repeat(10));
  });
});
