/** Requests to the git transports of the storages: connections that break before they are used. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createAddressMap, type MemberPool, type PoolMember } from '@forgemesh/rpc';
import { peerName, ProcessTls } from '@forgemesh/security';
import { createLogger } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import { makeCertificates, tlsFiles } from '@forgemesh/testing/certificates';
import { createGitStorages, type GitStorages, type StorageRequest } from './git-storages';

/** Longer than a packet takes on loopback, in milliseconds. */
const CLOSE_MS = 20;
const to = { storage: 'default', projectId: 1, isRead: true };

describe('a connection that the storage closes before the request is sent', () => {
  let server: Server;
  let storages: GitStorages;
  let closes = 0;
  /** Resolves when the storage has closed a connection. */
  let closed: Promise<unknown>;

  beforeEach(async () => {
    closes = 1;
    server = createServer((_request, response) => response.end('served'));
    server.prependListener('connection', (socket) => {
      if (closes-- <= 0) return;
      closed = once(socket, 'close');
      // With a delay: otherwise the client would not even see the connection open.
      setTimeout(() => socket.destroy(), CLOSE_MS);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    storages = createGitStorages({
      addresses: createAddressMap({ default: url }),
      waitTimeoutMs: 5_000,
      tls: undefined,
      log: createLogger('test', 'silent'),
    });
  });
  afterEach(() => server.close());

  /**
   * A request whose headers take so long that the end of the connection arrives before they are
   * sent.
   */
  const request = (method: 'GET' | 'POST'): StorageRequest => ({
    method,
    path: '/git/1/project/info/refs',
    headers: async () => {
      await closed;
      await pause(CLOSE_MS);
      return {};
    },
    signal: new AbortController().signal,
  });

  it.each(['GET', 'POST'] as const)('is replaced: %s', async (method) => {
    const { outgoing, incoming } = await storages.send(to, request(method));
    outgoing.end();
    const reply = await incoming;
    reply.resume();
    expect(reply.statusCode).toBe(200);
  });

  it.each(['GET', 'POST'] as const)('is replaced if the response is relayed: %s', async (method) => {
    const { body, reply } = await storages.relay(to, request(method));
    expect(body === undefined).toBe(method === 'GET');
    body?.end();
    const { status, pipeTo } = await reply;
    const target = new PassThrough();
    await pipeTo(target);
    expect([status, String(target.read())]).toEqual([200, 'served']);
  });
});

describe('a storage that several processes serve', () => {
  const opened: { server: Server; paths: string[] }[] = [];
  const suspected: number[] = [];
  const lossListeners = new Set<() => void>();
  let members: PoolMember[];
  let storages: GitStorages;

  /** Starts a process. Without a response, it accepts connections and then does nothing. */
  async function startProcess(response?: string): Promise<string> {
    const paths: string[] = [];
    const server = createServer((request, reply) => {
      paths.push(request.url ?? '');
      if (response !== undefined) reply.end(response);
    });
    if (response === undefined) server.on('checkContinue', ({ url }) => paths.push(url ?? ''));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    opened.push({ server, paths });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function open(urls: string[]): void {
    members = urls.map((url, position) => {
      const member = {
        position,
        address: new URL(url).host,
        begin: () => () => undefined,
        onLoss(listener: () => void) {
          lossListeners.add(listener);
          return () => void lossListeners.delete(listener);
        },
        suspect: () => void suspected.push(position),
      };
      return member as unknown as PoolMember;
    });
    const choose: MemberPool['choose'] = (_route, tried = new Set()) =>
      members.find((member) => !tried.has(member)) ?? members[0];
    storages = createGitStorages({
      addresses: createAddressMap({ default: urls.join() }),
      poolOf: () => ({ choose }) as MemberPool,
      waitTimeoutMs: 300,
      tls: undefined,
      log: createLogger('test', 'silent'),
    });
  }

  const send = async (method: 'GET' | 'POST'): Promise<string> => {
    const { signal } = new AbortController();
    const headers = () => Promise.resolve({});
    const { outgoing, incoming } = await storages.send(to, { method, path: '/git/1/project', headers, signal });
    outgoing.end();
    return text(await incoming);
  };

  afterEach(() => {
    for (const { server } of opened.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
    suspected.length = 0;
    lossListeners.clear();
  });

  it.each(['GET', 'POST'] as const)('sends a request to another process if one refuses it: %s', async (method) => {
    const refusing = await startProcess('never');
    opened.splice(0).forEach(({ server }) => server.close());
    open([refusing, await startProcess('served')]);
    expect([await send(method), suspected]).toEqual(['served', [0]]);
  });

  it.each(['GET', 'POST'] as const)('sends it to another one if a frozen process is lost: %s', async (method) => {
    open([await startProcess(), await startProcess('served')]);
    const sent = send(method);
    const [frozen] = opened;
    await waitFor(
      async () => frozen?.paths.length,
      (count) => count === 1,
    );
    lossListeners.forEach((listener) => listener());
    expect(await sent).toBe('served');
  });

  it('is refused if no process is available', async () => {
    const refusing = await startProcess('never');
    opened.splice(0).forEach(({ server }) => server.close());
    open([refusing, refusing]);
    await expect(send('GET')).rejects.toMatchObject({ reason: 'unavailable', retryAfter: 1 });
  });
});

describe('a storage whose address is https', () => {
  let folder: string;
  let server: Server;
  const headers = () => Promise.resolve({});
  const send = async (name: string, tls: ProcessTls | undefined, method: 'GET' | 'POST' = 'GET') => {
    const process = new ProcessTls(tlsFiles(folder, name));
    server = process.createServer((incoming, response) => void response.end(peerName(incoming.socket)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const storages = createGitStorages({
      addresses: createAddressMap({ default: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }),
      waitTimeoutMs: 300,
      tls,
      log: createLogger('test', 'silent'),
    });
    const { signal } = new AbortController();
    const { outgoing, incoming } = await storages.send(to, { method, path: '/git/1/project', headers, signal });
    outgoing.end();
    return text(await incoming);
  };

  beforeAll(async () => {
    folder = await makeCertificates(mkdtempSync(join(tmpdir(), 'forge-tls-')), 'gateway', 'repository', 'geo');
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['GET', 'POST'] as const)('receives the certificate of the gateway: %s', async (method) => {
    await expect(send('repository', new ProcessTls(tlsFiles(folder, 'gateway')), method)).resolves.toBe('gateway');
  });

  it('receives no request if it is a different process, or the gateway has no certificate', async () => {
    const tls = new ProcessTls(tlsFiles(folder, 'gateway'));
    await expect(send('geo', tls)).rejects.toMatchObject({ reason: 'unavailable' });
    server.close();
    await expect(send('repository', undefined)).rejects.toThrow('has no certificate');
  });
});
