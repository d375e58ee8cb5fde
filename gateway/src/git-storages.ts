/**
 * Connections to the git transports of the storages.
 *
 * A storage that does not take connections is waited for before anything of the request is sent: so the wait is safe whatever git wants,
 * and the client's body stays with the client.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Patience, UnavailableError, type AddressMap } from '@forgemesh/kit';

/** A connection to the storage of a repository, on which nothing was said yet. */
export interface GitConnection {
  /** Where the storage is. */
  url: string;
  socket: Socket;
}

/** Opens connections to storages. */
export interface GitStorages {
  /** Waits for a storage that is away. Throws UnavailableError for one that stays away, and for one of which no address is known. */
  connect(storage: string): Promise<GitConnection>;
}

/** What does not answer by then is at this address no more: the name is asked again. */
const CONNECT_MS = 2_000;
const RETRY_MS = 100;
/** Silence after which it is asked whether the other side still lives: it has ten seconds to say so. */
const SILENCE_MS = 10_000;

/** Makes them from the HTTP URL of each storage. */
export function createGitStorages(addresses: AddressMap, patienceMs: number): GitStorages {
  const patiences = new Map<string, Patience>();
  const patienceWith = (url: string): Patience => {
    let patience = patiences.get(url);
    if (!patience) patiences.set(url, (patience = new Patience(patienceMs)));
    return patience;
  };
  return {
    async connect(storage) {
      const url = addresses.get(storage);
      const patience = patienceWith(url);
      let { socket, error } = await connectOnce(url);
      if (!socket) {
        await patience.wait(async (deadline) => {
          while (!socket && Date.now() < deadline) {
            await pause(RETRY_MS);
            ({ socket, error } = await connectOnce(url));
          }
          return socket !== undefined;
        });
      }
      if (!socket) throw new UnavailableError(undefined, { retryAfter: 1, cause: error });
      patience.found();
      return { url, socket };
    },
  };
}

function connectOnce(url: string): Promise<{ socket?: Socket | undefined; error?: Error }> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port || 80), keepAlive: true, keepAliveInitialDelay: SILENCE_MS });
    const timer = setTimeout(() => socket.destroy(new Error('the connection takes too long')), CONNECT_MS);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      resolve({ error });
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve({ socket });
    });
  });
}
