/**
 * Git over SSH: clients sign in as `git` with a key that identity knows, and run git's two commands on repositories, nothing else.
 */
import type { AddressInfo } from 'node:net';
import { Server, type Connection } from 'ssh2';
import { serveClient } from './serve-client';
import type { SshOptions } from './ssh-options';

const MOST_CONNECTIONS = 500;
/** Of one address, before they have signed in. */
const MOST_STRANGERS = 20;
const IDENT = 'Forgemesh';

/** A server that listens. */
export interface SshServer {
  port: number;
  /** Takes no more connections and ends those that there are, at the latest after some milliseconds. */
  close(patienceMs: number): Promise<void>;
}

/** Starts to listen. */
export async function startSshServer(
  { host, port, hostKey }: { host: string; port: number; hostKey: string },
  options: SshOptions,
): Promise<SshServer> {
  const connections = new Set<Connection>();
  const strangers = new Map<string, number>();
  const server = new Server({ hostKeys: [hostKey], ident: IDENT }, (client, { ip }) => {
    const count = strangers.get(ip) ?? 0;
    client.on('error', (error) => options.log.debug({ err: error, address: ip }, 'ssh connection failed'));
    if (connections.size >= MOST_CONNECTIONS || count >= MOST_STRANGERS) return void client.end();
    connections.add(client);
    strangers.set(ip, count + 1);
    const isKnown = onceOnly(() => forget(strangers, ip));
    client.once('ready', isKnown);
    client.once('close', () => {
      isKnown();
      connections.delete(client);
    });
    serveClient(client, ip, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(patienceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const timer = setTimeout(() => connections.forEach((client) => client.end()), patienceMs);
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

function forget(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}
