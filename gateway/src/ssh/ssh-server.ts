/**
 * Git over SSH: clients sign in as `git` with a key that identity knows, and run git's two commands on repositories, nothing else.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Server, type MacAlgorithm } from 'ssh2';
import { AddressCounts } from '../http/connection-limits';
import { serveClient } from './serve-client';
import type { SshOptions } from './ssh-options';

const IDENT = 'Forgemesh';
/** Offered by the library by default. */
const SHA1_MACS: MacAlgorithm[] = ['hmac-sha1', 'hmac-sha1-etm@openssh.com'];

/** A server that listens. */
export interface SshServer {
  port: number;
  /** Takes no more connections and ends those that there are, at the latest after some milliseconds. */
  close(patienceMs: number): Promise<void>;
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

/** Where the server listens, by which key clients know it, and its limits. */
export interface SshServerOptions {
  host: string;
  port: number;
  hostKey: string;
  limits: SshLimits;
}

/**
 * Starts to listen. Connections are counted and timed from their first moment on: the library reports a client only when it has sent
 * something.
 */
export async function startSshServer(
  { host, port, hostKey, limits }: SshServerOptions,
  options: SshOptions,
): Promise<SshServer> {
  const sockets = new Set<Socket>();
  const strangers = new AddressCounts();
  /** Ends the time that the client of an address and port has to sign in. */
  const signedIn = new Map<string, () => void>();
  const algorithms = { hmac: { append: [], prepend: [], remove: SHA1_MACS } };
  const ssh = new Server({ hostKeys: [hostKey], ident: IDENT, algorithms }, (client, { ip, port: clientPort }) => {
    client.on('error', (error) => options.log.debug({ err: error, address: ip }, 'ssh connection failed'));
    client.once('ready', () => signedIn.get(`${ip} ${clientPort}`)?.());
    serveClient(client, ip, options);
  });
  const server = createServer((socket) => {
    const { remoteAddress: address = '', remotePort } = socket;
    if (sockets.size >= limits.total || strangers.of(address) >= limits.strangersPerAddress)
      return void socket.destroy();
    const client = `${address} ${remotePort}`;
    const timer = setTimeout(() => socket.destroy(), limits.signInMs);
    const isKnown = onceOnly(() => {
      clearTimeout(timer);
      signedIn.delete(client);
      strangers.remove(address);
    });
    sockets.add(socket);
    strangers.add(address);
    signedIn.set(client, isKnown);
    socket.on('error', (error) => options.log.debug({ err: error, address }, 'ssh connection failed'));
    socket.once('close', () => {
      isKnown();
      sockets.delete(socket);
    });
    ssh.injectSocket(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(patienceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), patienceMs);
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
