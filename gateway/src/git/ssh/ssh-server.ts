/**
 * Git over SSH: clients sign in as `git` with a key that identity knows, and run git's two commands
 * on repositories, nothing else.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Server, type MacAlgorithm } from 'ssh2';
import { limitAddressOf } from '../../server/client-info';
import { AddressCounts } from '../../server/connection-limits';
import type { ClientAddress } from './authenticate-key';
import { readProxyHeader } from './proxy-protocol';
import { serveClient } from './serve-client';
import type { SshOptions } from './ssh-options';

const IDENT = 'Forgemesh';
/** Offered by the library by default. */
const SHA1_MACS: MacAlgorithm[] = ['hmac-sha1', 'hmac-sha1-etm@openssh.com'];

/** A server that listens. */
export interface SshServer {
  port: number;
  /**
   * Takes no more connections and ends those that there are, at the latest after some milliseconds.
   */
  close(waitTimeoutMs: number): Promise<void>;
}

/** What clients may hold. */
export interface SshLimits {
  /** Time to sign in, from the first moment of the connection on. */
  signInMs: number;
  /** Connections at once. */
  total: number;
  /** Connections of one address that have not signed in. */
  strangersPerAddress: number;
}

/** A connection whose client has not signed in yet. */
interface PendingSignIn {
  from: ClientAddress;
  /** Ends the sign-in timeout and the count of the address. */
  release: () => void;
}

/** Where the server listens, by which key clients know it, and its limits. */
export interface SshServerOptions {
  host: string;
  port: number;
  hostKey: string;
  limits: SshLimits;
  /**
   * Whether a connection from an address begins with a header of the PROXY protocol; none does by
   * default.
   */
  isProxy?: (address: string) => boolean;
}

/**
 * Starts to listen. Connections are counted and timed from their first moment on: the library
 * reports a client only when it has sent something.
 */
export async function startSshServer(
  { host, port, hostKey, limits, isProxy = () => false }: SshServerOptions,
  options: SshOptions,
): Promise<SshServer> {
  const sockets = new Set<Socket>();
  const strangers = new AddressCounts();
  /** By remote address and port of the socket. */
  const pendingSignIns = new Map<string, PendingSignIn>();
  const algorithms = { hmac: { append: [], prepend: [], remove: SHA1_MACS } };
  const ssh = new Server({ hostKeys: [hostKey], ident: IDENT, algorithms }, (client, { ip, port: clientPort }) => {
    const pending = pendingSignIns.get(`${ip} ${clientPort}`);
    client.on('error', (error) => options.log.debug({ err: error, address: ip }, 'ssh connection failed'));
    // The socket was closed meanwhile.
    if (!pending) return void client.end();
    client.once('ready', pending.release);
    serveClient(client, pending.from, options);
  });
  const admit = (socket: Socket, from: ClientAddress, timer: NodeJS.Timeout): void => {
    const { limitAddress } = from;
    if (limitAddress !== '' && strangers.of(limitAddress) >= limits.strangersPerAddress) return void socket.destroy();
    const name = `${socket.remoteAddress} ${socket.remotePort}`;
    const release = onceOnly(() => {
      clearTimeout(timer);
      pendingSignIns.delete(name);
      if (limitAddress !== '') strangers.remove(limitAddress);
    });
    if (limitAddress !== '') strangers.add(limitAddress);
    pendingSignIns.set(name, { from, release });
    socket.once('close', release);
    ssh.injectSocket(socket);
  };
  const server = createServer((socket) => {
    const { remoteAddress: address = '' } = socket;
    if (sockets.size >= limits.total) return void socket.destroy();
    const timer = setTimeout(() => socket.destroy(), limits.signInMs);
    sockets.add(socket);
    socket.on('error', (error) => options.log.debug({ err: error, address }, 'ssh connection failed'));
    socket.once('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
    });
    if (!isProxy(address)) return admit(socket, { address, limitAddress: limitAddressOf(address) }, timer);
    readProxyHeader(socket).then(
      (client) => {
        if (client === undefined) return socket.destroy();
        admit(socket, { address: client, limitAddress: client }, timer);
      },
      (error: unknown) => {
        if (!socket.destroyed) options.log.warn({ err: error, address }, 'ssh connection refused: no PROXY header');
        socket.destroy();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(waitTimeoutMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), waitTimeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

function onceOnly(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
