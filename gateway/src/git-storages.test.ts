/** Requests to the git transports of the storages: connections that break before they are used. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAddressMap, createLogger } from '@forgemesh/kit';
import { createGitStorages, type GitStorages, type StorageRequest } from './git-storages';

/** Longer than a packet takes on loopback, in milliseconds. */
const CLOSE_MS = 20;

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
      // Not at once: the client would not even see the connection open.
      setTimeout(() => socket.destroy(), CLOSE_MS);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    storages = createGitStorages(createAddressMap({ default: url }), 5_000, createLogger('test', 'silent'));
  });
  afterEach(() => server.close());

  /** A request whose headers take so long to build that the end of the connection arrives meanwhile. */
  const request = (method: 'GET' | 'POST'): StorageRequest => ({
    method,
    path: '/git/1/project/info/refs',
    headers: async () => {
      await closed;
      await pause(CLOSE_MS);
      return {};
    },
    hangUp: { isGone: false, onGone: () => undefined },
  });

  it.each(['GET', 'POST'] as const)('is replaced by another one: %s', async (method) => {
    const { outgoing, answered } = await storages.ask('default', request(method));
    outgoing.end();
    const answer = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });
});
