/**
 * Requests to the git transports of the storages.
 *
 * The gateway waits until a storage accepts a request before it sends any of the client's body: so
 * waiting is safe for every git command, and the body stays with the client. An open connection is
 * not sufficient: a stopping process drops connections that it has not accepted. So each request
 * with a body sends `Expect: 100-continue` (RFC 9110, 10.1.1).
 *
 * If several processes serve a storage, a request that one of them does not accept goes to another.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import { request as httpRequest, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { UnavailableError } from '@forgemesh/errors';
import type { AddressMap, MemberPool } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';
import type { Logger } from '@forgemesh/telemetry';
import { RelayConnection, withoutHopHeaders, type RelayedRequest } from '@forgemesh/http';
import { createGitRoutes, type GitProcess, type GitRoute, type GitTarget } from './git-routes';

/** A request to a storage. */
export interface StorageRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** Creates the headers once there is a connection. */
  headers: () => Promise<OutgoingHttpHeaders>;
  /** Aborts the request in any state when the client disconnects. */
  signal: AbortSignal;
}

/** A request that a storage has accepted. */
export interface AcceptedRequest {
  /** Only the head has been sent; a GET is complete. */
  outgoing: ClientRequest;
  /** Rejects if the storage is lost before it responds. */
  incoming: Promise<IncomingMessage>;
}

/** Sends requests to storages. */
export interface GitStorages {
  /**
   * Like `send`, for a response that goes to a client over HTTP: it is passed on with little work
   * in this process.
   */
  relay(target: GitTarget, request: StorageRequest): Promise<RelayedRequest>;
  /**
   * Resolves when the storage has accepted the request, for a GET with its response. Waits for an
   * unavailable storage. Throws UnavailableError if it stays unavailable, loses every attempt or
   * has no configured address, or if the client disconnects.
   */
  send(target: GitTarget, request: StorageRequest): Promise<AcceptedRequest>;
}

/** After this time the connection is retried, which resolves the name again. */
const CONNECT_MS = 2_000;
const RETRY_MS = 100;
/** A proxy may drop `100 Continue`: after this time the body is sent without it. */
const CONTINUE_MS = 10_000;
/** Maximum number of attempts to send a request that is lost before the storage accepts it. */
const MAX_ATTEMPTS = 3;
/** Maximum time of a push or clone without any data. */
const IDLE_MS = HOUR_MS;
/** Idle time before TCP keep-alive probes. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Options of the git storage clients. */
export interface GitStoragesOptions {
  /**
   * URL of each storage, `https:` if the processes communicate over TLS; of a storage that several
   * processes serve, their URLs in the order of their gRPC addresses, separated by commas, or one
   * URL with the name that resolves to all of them.
   */
  addresses: AddressMap;
  /** Returns the processes of which any serves a storage; undefined if a single one does. */
  poolOf?: (storage: string) => MemberPool | undefined;
  /** How long requests wait for an unavailable storage, in milliseconds. */
  waitTimeoutMs: number;
  tls: ProcessTls | undefined;
  log: Logger;
  /** How long the body of a request waits for `100 Continue`, in milliseconds. */
  continueMs?: number | undefined;
}

/** Service name in the certificates of storages. */
const SERVICE = 'repository';

/** Creates the clients of the git storages. */
export function createGitStorages({
  addresses,
  poolOf = () => undefined,
  waitTimeoutMs,
  tls,
  log,
  continueMs = CONTINUE_MS,
}: GitStoragesOptions): GitStorages {
  const routeFor = createGitRoutes({ addresses, poolOf, waitTimeoutMs });
  const connectWithRetry = async <C>(
    route: GitRoute,
    connectOnce: Connect<C>,
  ): Promise<{ connection: C; to: GitProcess }> => {
    let cause: unknown;
    const attempt = async (): Promise<{ connection: C; to: GitProcess } | undefined> => {
      const to = route.next();
      if (!to) return undefined;
      const { connection, error } = await connectOnce(to.url);
      if (connection) return { connection, to };
      cause = error;
      to.refused();
      return undefined;
    };
    let opened = await attempt();
    if (!opened) {
      await route.wait(async (deadline) => {
        while (!opened && Date.now() < deadline) {
          if (!route.hasUntried()) await pause(RETRY_MS);
          opened = await attempt();
        }
        return opened !== undefined;
      });
    }
    if (!opened) throw new UnavailableError(undefined, { retryAfter: 1, cause });
    route.markReady();
    return opened;
  };
  /** Repeats a request that is lost before the storage accepts it. */
  const sendWithRetry = async <C extends Connection, T>(
    target: GitTarget,
    { signal }: StorageRequest,
    connectOnce: Connect<C>,
    attempt: (connection: C, url: string) => Promise<T>,
  ): Promise<T> => {
    const route = routeFor(target);
    for (let attempts = 1; ; attempts++) {
      const { connection, to } = await connectWithRetry(route, connectOnce);
      const end = to.begin();
      socketOf(connection).once('close', end);
      const stopListening = to.onLoss(() => connection.destroy(new Error('the process does not respond')));
      try {
        return await attempt(connection, to.url);
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error, storage: target.storage, attempts }, 'storage lost');
        to.refused();
        if (attempts === MAX_ATTEMPTS) throw error;
      } finally {
        stopListening();
      }
    }
  };
  const send = (target: GitTarget, storageRequest: StorageRequest): Promise<AcceptedRequest> =>
    sendWithRetry(
      target,
      storageRequest,
      (url) => connectSocket(url, tls),
      (socket, url) => sendHead(`${url}${storageRequest.path}`, socket, storageRequest, continueMs),
    );
  return {
    send,
    async relay(target, storageRequest) {
      // Encrypted bytes have to be processed in any case.
      if (addresses.get(target.storage).startsWith('https:')) return relayed(await send(target, storageRequest));
      return sendWithRetry(target, storageRequest, connectRelay, (relay, url) =>
        sendRelayed(relay, url, storageRequest, continueMs),
      );
    },
  };
}

/** Presents an encrypted request in the same way as others. */
function relayed({ outgoing, incoming }: AcceptedRequest): RelayedRequest {
  return {
    body: outgoing.writableEnded ? undefined : outgoing,
    reply: incoming.then((reply) => ({
      status: reply.statusCode ?? 0,
      headers: withoutHopHeaders(reply.headers),
      pipeTo: (target: Writable) => pipeline(reply, target, { end: false }),
    })),
    destroy: () => outgoing.destroy(),
  };
}

/** Like `sendHead`, over a connection whose reply is passed on. */
async function sendRelayed(
  relay: RelayConnection,
  url: string,
  { method, path, headers, signal }: StorageRequest,
  continueMs: number,
): Promise<RelayedRequest> {
  const hasBody = method !== 'GET';
  const sent = { ...(await headers()), ...(hasBody && { Expect: '100-continue' }) };
  if (relay.socket.destroyed) throw new UnavailableError(undefined, { retryAfter: 1 });
  const body = relay.send({ method, path, host: new URL(url).host, headers: sent });
  relay.socket.setTimeout(IDLE_MS, () => relay.destroy(new Error('no data was received for too long')));
  const reply = relay.reply.catch((cause: unknown) => {
    throw new UnavailableError(undefined, { retryAfter: 1, cause });
  });
  reply.catch(() => undefined);
  const abort = (): void => relay.destroy(new Error('the client has disconnected'));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  await Promise.race([reply, hasBody ? withTimeout(relay.continued, continueMs) : reply]);
  return { body, reply, destroy: () => relay.destroy() };
}

/** Resolves with a promise, or after a time; a rejection is left to others. */
async function withTimeout(promise: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  await Promise.race([promise.catch(() => timeout), timeout]).finally(() => clearTimeout(timer));
}

/**
 * Sends the head of a request. Rejects if the storage is lost before it accepts the request, or if
 * the client disconnects.
 */
async function sendHead(
  url: string,
  socket: Socket,
  { method, headers, signal }: StorageRequest,
  continueMs: number,
): Promise<AcceptedRequest> {
  // Nothing else listens for errors before the socket is used.
  socket.on('error', () => undefined);
  const hasBody = method !== 'GET';
  const sent = { ...(await headers()), Connection: 'close', ...(hasBody && { Expect: '100-continue' }) };
  // A request on a closed socket would never end: it emits neither an error nor a close event.
  if (socket.destroyed) throw new UnavailableError(undefined, { retryAfter: 1 });
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const outgoing = request(url, { method, headers: sent, createConnection: () => socket });
  outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new Error('no data was received for too long')));
  const incoming = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    // Errors after the start of the response are emitted by the response as well.
    outgoing.on('error', (cause) => reject(new UnavailableError(undefined, { retryAfter: 1, cause })));
  });
  incoming.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const isAccepted = new Promise<void>((resolve) => {
    outgoing.once('continue', resolve);
    if (hasBody) timer = setTimeout(resolve, continueMs);
  });
  const abort = (): unknown => outgoing.destroy(new Error('the client has disconnected'));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  if (!hasBody) outgoing.end();
  await Promise.race([incoming, isAccepted]).finally(() => clearTimeout(timer));
  return { outgoing, incoming };
}

/** A connection to a process. */
type Connection = Socket | RelayConnection;

function socketOf(connection: Connection): Socket {
  return 'socket' in connection ? connection.socket : connection;
}

/** Connects once; returns the reason if that fails. */
type Connect<C> = (url: string) => Promise<{ connection?: C | undefined; error?: Error }>;

/** Host and port of a URL. */
function addressOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_DELAY_MS,
  };
}

function connectSocket(url: string, tls: ProcessTls | undefined): ReturnType<Connect<Socket>> {
  const isSecure = url.startsWith('https:');
  if (isSecure && !tls) throw new Error('the address of a storage is https, but this process has no certificate');
  const to = addressOf(url);
  const socket = isSecure && tls ? tls.connect(to, SERVICE) : connect(to);
  return whenConnected(socket, isSecure ? 'secureConnect' : 'connect', socket);
}

function connectRelay(url: string): ReturnType<Connect<RelayConnection>> {
  const relay = new RelayConnection(addressOf(url));
  return whenConnected(relay.socket, 'connect', relay);
}

function whenConnected<C>(socket: Socket, event: string, connection: C): ReturnType<Connect<C>> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(new Error('the connection timed out')), CONNECT_MS);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      resolve({ error });
    };
    socket.once('error', fail);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve({ connection });
    });
  });
}
