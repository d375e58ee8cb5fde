/**
 * Listens for clients at several sockets of one port.
 *
 * A turn of the event loop accepts one connection of each socket, in the order of their arrival. If
 * turns are long, clients that connect all the time would otherwise delay the connections of
 * others: the operating system distributes connections among the sockets.
 */
import type { Server as HttpServer } from 'node:http';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import { portOf } from '@forgemesh/service';

/** Number of sockets. */
export const SOCKETS = 8;
/** Whether the operating system distributes connections among the sockets of a port. */
const canShare = process.platform === 'linux';

/** Where clients connect. */
export interface ListenAddress {
  host: string;
  /** 0 for a free one. */
  port: number;
}

/**
 * Listens with the server itself, and with further sockets that pass it their connections. Returns
 * the listeners of these, which have to be closed with it.
 */
export async function listenForClients(server: HttpServer, { host, port }: ListenAddress): Promise<Server[]> {
  if (!canShare) {
    await listen(server, { host, port });
    return [];
  }
  // Sockets that share a port could also share it with another gateway.
  if (port !== 0) await assertUnused({ host, port });
  await listen(server, { host, port, reusePort: true });
  const shared = { host, port: portOf(server), reusePort: true };
  const further = Array.from({ length: SOCKETS - 1 }, () => createListener(server));
  await Promise.all(further.map((listener) => listen(listener, shared)));
  return further;
}

function createListener(server: HttpServer): Server {
  // As the server accepts its own connections.
  const options = { allowHalfOpen: true, noDelay: true };
  return createServer(options, (socket: Socket) => void server.emit('connection', socket));
}

async function assertUnused(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

async function listen(server: Server, options: ListenOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options, resolve);
  });
}
