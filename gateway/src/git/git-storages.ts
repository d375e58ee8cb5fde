/**
 * Requests to the git transports of the storages.
 *
 * The gateway waits for a storage that does not take a request before it sends anything of the
 * client's body: so the wait is safe for every git command, and the body stays with the client. A
 * connection alone is no proof: a process that stops drops connections that it has not accepted. So
 * each request with a body sends `Expect: 100-continue` (RFC 9110, 10.1.1).
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { UnavailableError } from '@forgemesh/errors';
import { ReadyWaiter, type AddressMap } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';

/** What a storage is asked. */
export interface StorageRequest {
  method: 'GET' | 'POST';
  path: string;
  /** Headers, made when there is somebody to show them to. */
  headers: () => Promise<OutgoingHttpHeaders>;
  /** Aborts the request, in whatever state it is, when the client disconnects. */
  signal: AbortSignal;
}

/** A request that a storage has taken. */
export interface TakenRequest {
  /** Of a POST nothing but the head was sent; of a GET all. */
  outgoing: ClientRequest;
  /** Rejects where the storage is lost before it answers. */
  answered: Promise<IncomingMessage>;
}

/** Sends requests to storages. */
export interface GitStorages {
  /**
   * Resolves when the storage has taken the request: a GET with its answer. Waits for a storage
   * that is away. Throws UnavailableError for one that stays away or loses each request, for one of
   * which no address is known, and where the client has gone.
   */
  ask(storage: string, request: StorageRequest): Promise<TakenRequest>;
}

/** After this time the connection is retried, which resolves the name again. */
const CONNECT_MS = 2_000;
const RETRY_MS = 100;
/** A proxy in between may drop `100 Continue`: after this time the body is sent without it. */
const CONTINUE_MS = 10_000;
/** How often a request is sent that is lost before the storage takes it. */
const MAX_ATTEMPTS = 3;
/** As long as a push or a clone may take without a byte. */
const IDLE_MS = 3_600_000;
/** Idle time before TCP keep-alive probes. */
const SILENCE_MS = 10_000;

/** Options of the git storage clients. */
export interface GitStoragesOptions {
  /** URL of each storage: `https:` where the processes talk over TLS. */
  addresses: AddressMap;
  /** How long requests wait for an unavailable storage, in milliseconds. */
  waitTimeoutMs: number;
  tls: ProcessTls | undefined;
  log: Logger;
}

/** Service name in the certificates of storages. */
const SERVICE = 'repository';

/** Creates the clients of the git storages. */
export function createGitStorages({ addresses, waitTimeoutMs, tls, log }: GitStoragesOptions): GitStorages {
  const waiters = new Map<string, ReadyWaiter>();
  const waiterOf = (url: string): ReadyWaiter => {
    let patience = waiters.get(url);
    if (!patience) waiters.set(url, (patience = new ReadyWaiter(waitTimeoutMs)));
    return patience;
  };
  const connectWithRetry = async (url: string): Promise<Socket> => {
    const patience = waiterOf(url);
    let { socket, error } = await connectOnce(url, tls);
    if (!socket) {
      await patience.wait(async (deadline) => {
        while (!socket && Date.now() < deadline) {
          await pause(RETRY_MS);
          ({ socket, error } = await connectOnce(url, tls));
        }
        return socket !== undefined;
      });
    }
    if (!socket) throw new UnavailableError(undefined, { retryAfter: 1, cause: error });
    patience.found();
    return socket;
  };
  return {
    async ask(storage, wanted) {
      const url = addresses.get(storage);
      for (let attempts = 1; ; attempts++) {
        const socket = await connectWithRetry(url);
        try {
          return await offer(`${url}${wanted.path}`, socket, wanted);
        } catch (error) {
          if (wanted.signal.aborted) throw error;
          log.warn({ err: error, storage, attempts }, 'storage lost');
          if (attempts === MAX_ATTEMPTS) throw error;
        }
      }
    },
  };
}

/**
 * Sends the head of a request. Rejects where the storage is lost before it takes it, and where the
 * client has gone.
 */
async function offer(url: string, socket: Socket, { method, headers, signal }: StorageRequest): Promise<TakenRequest> {
  // An error before the socket is used has no other listener.
  socket.on('error', () => undefined);
  const hasBody = method === 'POST';
  const sent = { ...(await headers()), Connection: 'close', ...(hasBody && { Expect: '100-continue' }) };
  // A request on a socket that was closed meanwhile would never end: neither an error nor a close
  // is emitted any more.
  if (socket.destroyed) throw new UnavailableError(undefined, { retryAfter: 1 });
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const outgoing = request(url, { method, headers: sent, createConnection: () => socket });
  outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new Error('nothing was said for too long')));
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    // More than once: where a request fails after its answer has begun, the answer tells it.
    outgoing.on('error', (cause) => reject(new UnavailableError(undefined, { retryAfter: 1, cause })));
  });
  answered.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const isTaken = new Promise<void>((resolve) => {
    outgoing.once('continue', resolve);
    if (hasBody) timer = setTimeout(resolve, CONTINUE_MS);
  });
  const abort = (): unknown => outgoing.destroy(new Error('the client has disconnected'));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  if (!hasBody) outgoing.end();
  await Promise.race([answered, isTaken]).finally(() => clearTimeout(timer));
  return { outgoing, answered };
}

function connectOnce(
  url: string,
  tls: ProcessTls | undefined,
): Promise<{ socket?: Socket | undefined; error?: Error }> {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  if (isSecure && !tls) throw new Error('an address of a storage is https, but this process has no certificate');
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port || (isSecure ? 443 : 80)), keepAlive: true, keepAliveInitialDelay: SILENCE_MS };
  return new Promise((resolve) => {
    const socket = isSecure && tls ? tls.connect(to, SERVICE) : connect(to);
    const timer = setTimeout(() => socket.destroy(new Error('the connection takes too long')), CONNECT_MS);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      resolve({ error });
    };
    socket.once('error', fail);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve({ socket });
    });
  });
}
