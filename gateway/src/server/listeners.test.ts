import { createServer, type Server as HttpServer } from 'node:http';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { closeWhenSent, drainHttpServer, portOf } from '@forgemesh/service';
import { listenForClients } from './listeners';

const CLIENTS = 100;
let server: HttpServer;
let further: Server[];
let accepted: number;
let sockets: Socket[];

beforeEach(async () => {
  accepted = 0;
  sockets = [];
  server = createServer((_request, response) => void response.end('ok'));
  server.on('connection', () => accepted++);
  closeWhenSent(server);
  further = await listenForClients(server, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await drainHttpServer(server, 1_000, further);
});

/** Opens a connection; resolves when the operating system has established it. */
function open(): Promise<Socket> {
  const socket = connect(portOf(server), '127.0.0.1');
  sockets.push(socket);
  return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject));
}

it('accepts several connections in a turn of the event loop', async () => {
  let turns = 0;
  let first: number | undefined;
  const count = (): void => {
    turns++;
    if (accepted > 0) first ??= turns;
    if (accepted < CLIENTS) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: CLIENTS }, open));
  while (accepted < CLIENTS) await new Promise((resolve) => setImmediate(resolve));
  expect(turns - (first ?? 0)).toBeLessThan(CLIENTS / 2);
});

it('handles requests whichever socket accepts them, and closes all of them', async () => {
  const url = `http://127.0.0.1:${portOf(server)}/`;
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => fetch(url, { headers: { Connection: 'close' } })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  await drainHttpServer(server, 1_000, further);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

it('refuses a port that another server uses, also if that shares it', async () => {
  const other = createTcpServer();
  const address = { host: '127.0.0.1', port: portOf(server) };
  await expect(listenForClients(createServer(), address)).rejects.toThrow('EADDRINUSE');
  await expect(
    new Promise((_, reject) => {
      other.once('error', reject).listen(address);
    }),
  ).rejects.toThrow('EADDRINUSE');
});
