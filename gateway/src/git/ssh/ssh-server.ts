/**
 * Git over SSH: clients sign in as `git` with a registered key, and may only run git's two commands
 * on repositories.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Shares, sharesOf } from '@forgemesh/admission';
import { Server, type MacAlgorithm } from 'ssh2';
import { createLimitedNetworks } from '../../rate-limit/limited-networks';
import { NetworkCounts } from '../../server/connection-limits';
import type { ClientAddress } from './authenticate-key';
import { readProxyHeader } from './proxy-protocol';
import { serveClient } from './serve-client';
import type { SshOptions } from './ssh-options';

const IDENT = 'Forgemesh';
/** The library offers these by default. */
const SHA1_MACS: MacAlgorithm[] = ['hmac-sha1', 'hmac-sha1-etm@openssh.com'];

/** A running server. */
export interface SshServer {
  port: number;
  /** Stops accepting connections, and closes the remaining ones after the timeout at the latest. */
  close(waitTimeoutMs: number): Promise<void>;
}

/** Limits for clients. */
export interface SshLimits {
  /** Time to sign in, from the start of the connection. */
  signInMs: number;
  /** Maximum number of connections; a quarter of them for one user. */
  total: number;
  /** Maximum number of connections per address that have not signed in. */
  unauthenticatedPerAddress: number;
}

/** A connection whose client has not signed in yet. */
interface PendingSignIn {
  from: ClientAddress;
  /** Ends the sign-in timeout and the count of the address. */
  release: () => void;
}

/** Listening address, host key and limits. */
export interface SshServerOptions {
  host: string;
  port: number;
  hostKey: string;
  limits: SshLimits;
  /** Whether connections from an address begin with a PROXY protocol header; none do by default. */
  isProxy?: (address: string) => boolean;
}

/**
 * Starts to listen. Connections are counted and timed from their start: the library reports a
 * client only after it has sent something.
 */
export async function startSshServer(
  { host, port, hostKey, limits, isProxy }: SshServerOptions,
  options: SshOptions,
): Promise<SshServer> {
  const sockets = new Set<Socket>();
  const unauthenticated = new NetworkCounts({ total: limits.total, perAddress: limits.unauthenticatedPerAddress });
  const networksOf = createLimitedNetworks({ hasTrustedProxies: isProxy !== undefined });
  /** By remote address and port of the socket. */
  const pendingSignIns = new Map<string, PendingSignIn>();
  const connections = new Shares(sharesOf(limits.total));
  const algorithms = { hmac: { append: [], prepend: [], remove: SHA1_MACS } };
  const ssh = new Server({ hostKeys: [hostKey], ident: IDENT, algorithms }, (client, { ip, port: clientPort }) => {
    const pending = pendingSignIns.get(`${ip} ${clientPort}`);
    client.on('error', (error) => options.log.debug({ err: error, address: ip }, 'ssh connection failed'));
    // The socket was closed in the meantime.
    if (!pending) return void client.end();
    client.once('ready', pending.release);
    serveClient(client, pending.from, { ...options, connections });
  });
  const admit = (socket: Socket, from: ClientAddress, timer: NodeJS.Timeout): void => {
    if (!unauthenticated.tryAdd(from.networks)) return void socket.destroy();
    const name = `${socket.remoteAddress} ${socket.remotePort}`;
    const release = onceOnly(() => {
      clearTimeout(timer);
      pendingSignIns.delete(name);
      unauthenticated.remove(from.networks);
    });
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
    if (!isProxy?.(address)) return admit(socket, { address, networks: networksOf(address) }, timer);
    readProxyHeader(socket).then(
      (client) => {
        if (client === undefined) return socket.destroy();
        admit(socket, { address: client, networks: networksOf(client) }, timer);
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
