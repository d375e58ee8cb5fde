import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Client, utils } from 'ssh2';
import { silentLog } from '@forgemesh/testing/runtime';
import type { SshOptions } from './ssh-options';
import { startSshServer, type SshLimits, type SshServer } from './ssh-server';

const { privateKey: hostKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

describe('the server of git over SSH', () => {
  let server: SshServer | undefined;
  afterEach(() => server?.close(0));

  async function start(
    limits: Partial<SshLimits>,
    isProxy?: (address: string) => boolean,
    dependencies: object = {},
  ): Promise<number> {
    const all = { signInMs: 60_000, total: 100, unauthenticatedPerAddress: 100, ...limits };
    const options = { log: silentLog, ...dependencies } as unknown as SshOptions;
    server = await startSshServer(
      { host: '127.0.0.1', port: 0, hostKey, limits: all, ...(isProxy && { isProxy }) },
      options,
    );
    return server.port;
  }

  /** Resolves when the server has greeted the client or has closed the connection. */
  function open(port: number, from = '127.0.0.1'): Promise<{ socket: Socket; isServed: boolean }> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined);
      socket.once('data', () => resolve({ socket, isServed: true }));
      socket.once('close', () => resolve({ socket, isServed: false }));
    });
  }

  it('closes a connection whose client sends nothing', async () => {
    const port = await start({ signInMs: 100 });
    const { socket, isServed } = await open(port);
    expect(isServed).toBe(true);
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('offers no message authentication with SHA-1', async () => {
    const socket = connect(await start({}), '127.0.0.1', () => socket.write('SSH-2.0-test\r\n'));
    let received = '';
    // The list of algorithms is in the first packet, unencrypted.
    await new Promise<void>((resolve) =>
      socket.on('data', (bytes: Buffer) => {
        received += bytes.toString('latin1');
        if (received.includes('hmac-sha2-512')) resolve();
      }),
    );
    expect(received).toContain('hmac-sha2-256');
    expect(received).not.toContain('hmac-sha1');
    socket.destroy();
  });

  it.each([
    ['of one address, ten times as many of this machine', { unauthenticatedPerAddress: 1 }, () => '127.0.0.1', 10],
    ['of one address to half of all', { total: 4 }, () => '127.0.0.1', 2],
    ['of all', { total: 2 }, (n: number) => `127.0.0.${n + 1}`, 2],
  ])('limits the connections %s', async (_name, limits, address, served) => {
    const port = await start(limits);
    const opened = [];
    for (let count = 0; count <= served; count++) opened.push(await open(port, address(count)));
    expect(opened.filter(({ isServed }) => isServed)).toHaveLength(served);
    expect(opened.at(-1)?.isServed).toBe(false);
    for (const { socket } of opened) socket.destroy();
  });

  it('lets one user have a quarter of the connections, with any of their keys', async () => {
    const holders = { getSshKeyHolder: () => Promise.resolve({ user: { id: 7 }, projects: [] }) };
    const rateLimiter = { takeSignIn: () => undefined };
    const port = await start({ total: 8 }, undefined, { holders, rateLimiter });
    const signIn = (): Promise<{ client: Client; isServed: boolean }> =>
      new Promise((resolve) => {
        const client = new Client();
        const { private: privateKey } = utils.generateKeyPairSync('ed25519');
        client.on('error', () => undefined);
        client.once('close', () => resolve({ client, isServed: false }));
        client.once('ready', () => client.exec('other', (error) => error ?? resolve({ client, isServed: true })));
        client.connect({ host: '127.0.0.1', port, username: 'git', privateKey });
      });
    const clients = [await signIn(), await signIn(), await signIn()];
    expect(clients.map(({ isServed }) => isServed)).toEqual([true, true, false]);
    const [first] = clients as [{ client: Client; isServed: boolean }];
    const isClosed = once(first.client, 'close');
    first.client.end();
    await isClosed;
    const next = await signIn();
    expect(next.isServed).toBe(true);
    for (const { client } of [...clients, next]) client.end();
  });

  describe("behind a load balancer that says the clients' addresses", () => {
    const header = (client: string): string => `PROXY TCP4 ${client} 198.51.100.1 50000 22\r\n`;
    /**
     * Resolves with the data that the server sent by the end of the greeting or of the connection.
     */
    const greet = (port: number, sent: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(sent));
        sockets.push(socket);
        socket.on('error', () => undefined);
        socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1')));
        socket.once('close', () => resolve(''));
      });
    let sockets: Socket[] = [];
    afterEach(() => sockets.forEach((socket) => socket.destroy()));
    beforeEach(() => (sockets = []));

    it('counts the connections of each client', async () => {
      const port = await start({ unauthenticatedPerAddress: 1 }, (address) => address === '127.0.0.1');
      const first = await greet(port, `${header('192.0.2.1')}SSH-2.0-test\r\n`);
      expect(first).toMatch(/^SSH-2.0-Forgemesh/);
      expect(await greet(port, header('192.0.2.1'))).toBe('');
      expect(await greet(port, header('192.0.2.2'))).toMatch(/^SSH-2.0-/);
    });

    it('closes connections without the header, and health checks of the load balancer', async () => {
      const port = await start({}, () => true);
      expect(await greet(port, 'SSH-2.0-test\r\n')).toBe('');
      expect(await greet(port, 'PROXY UNKNOWN\r\n')).toBe('');
      expect(await greet(port, header('192.0.2.1'))).toMatch(/^SSH-2.0-/);
    });

    it('accepts the header from no other address', async () => {
      const port = await start({}, () => false);
      const sent = await greet(port, header('192.0.2.1'));
      // The greeting is sent immediately; the client's header is then an invalid greeting.
      expect(sent).toMatch(/^SSH-2.0-/);
      await new Promise((resolve) => sockets[0]?.once('close', resolve));
    });
  });
});
