/**
 * The HTTP servers of a process: one with probes and the service's own endpoints, one with metrics
 * and details.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { peerName, type ProcessTls } from '@forgemesh/security';

/**
 * Maximum time in which pending connections are accepted before a server stops, in milliseconds.
 */
const ACCEPT_MS = 200;

/** Whether a process is ready, and what it waits for. */
export interface Readiness {
  ready: boolean;
  [fact: string]: unknown;
}

/** Endpoints on the port that other processes reach. */
export interface HttpEndpoints {
  readiness: () => Promise<Readiness> | Readiness;
  /** Handles paths outside of `/-/`; returns false for unknown ones. */
  mount?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * With TLS, `mount` serves only clients with the certificate of a process; without it, any
   * client.
   */
  tls?: ProcessTls | undefined;
}

/** Endpoints on the port for operators. */
export interface MetricsEndpoints extends HttpEndpoints {
  contentType: string;
  /** Returns the metrics in the text format. */
  metrics(): Promise<string>;
  /** Whether metrics are enabled. */
  isEnabled: () => boolean | Promise<boolean>;
}

/**
 * Responds to `/-/health`, `/-/liveness` and `/-/readiness`, without details; returns false for any
 * other path.
 */
export function answerProbes(
  { readiness }: Pick<HttpEndpoints, 'readiness'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  switch (pathOf(request)) {
    case '/-/health':
    case '/-/liveness':
      sendJson(response, 200, { alive: true });
      return true;
    case '/-/readiness':
      void readinessNow(readiness).then(({ ready }) => sendJson(response, ready ? 200 : 503, { ready }));
      return true;
    default:
      return false;
  }
}

/** Starts the server of `/-/metrics` and the detailed `/-/readiness`; undefined without a port. */
export async function startMetricsServer(
  { FORGE_METRICS_HOST: host, FORGE_METRICS_PORT: port }: { FORGE_METRICS_HOST: string; FORGE_METRICS_PORT?: number },
  { contentType, metrics, readiness, isEnabled }: MetricsEndpoints,
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const path = pathOf(request);
      if (path === '/-/readiness') {
        const facts = await readinessNow(readiness);
        return sendJson(response, facts.ready ? 200 : 503, facts);
      }
      if (path === '/-/metrics' && (await isEnabled())) {
        const text = await metrics();
        return void response.writeHead(200, { 'Content-Type': contentType }).end(text);
      }
      if (!answerProbes({ readiness }, request, response)) sendJson(response, 404, { error: '404 Not Found' });
    };
    respond().catch(() => sendJson(response, 503, { error: '503 Service Unavailable' }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

/** Starts the server. */
export async function startHttpServer(host: string, port: number, endpoints: HttpEndpoints): Promise<Server> {
  const { tls } = endpoints;
  const listener: RequestListener = (request, response) => {
    if (answerProbes(endpoints, request, response)) return;
    if (tls && peerName(request.socket) === undefined)
      return sendJson(response, 403, { error: '403 Forbidden - a certificate of a process is required' });
    if (endpoints.mount?.(request, response)) return;
    sendJson(response, 404, { error: '404 Not Found' });
  };
  const server = tls?.createServer(listener) ?? createServer(listener);
  // Mounted endpoints have their own limits for request bodies; headers still have a timeout of a
  // minute.
  server.requestTimeout = 0;
  closeWhenSent(server);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

/**
 * Makes a closing server end only connections whose responses are sent. By default it closes each
 * connection whose response is written, and loses what a slow client has not received.
 */
export function closeWhenSent(server: Server): void {
  /** Number of requests in progress of each connection that has had any. */
  const inFlight = new Map<Socket, number>();
  for (const opened of ['connection', 'secureConnection'])
    server.on(opened, (socket: Socket) => socket.once('close', () => inFlight.delete(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    inFlight.set(socket, (inFlight.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const remaining = (inFlight.get(socket) ?? 1) - 1;
      if (!socket.destroyed) inFlight.set(socket, remaining);
      if (remaining === 0 && !server.listening) socket.destroy();
    });
  });
  server.closeIdleConnections = () => inFlight.forEach((count, socket) => count === 0 && socket.destroy());
}

/**
 * Stops accepting requests and finishes those in progress; after `waitTimeoutMs` it aborts them.
 * Requires `closeWhenSent`. The `further` listeners pass their connections to the server.
 */
export async function drainHttpServer(
  server: Server,
  waitTimeoutMs: number,
  further: readonly NetServer[] = [],
): Promise<void> {
  await acceptPending(server);
  const listeners: NetServer[] = [server, ...further];
  const closed = Promise.all(
    listeners.map((listener) => new Promise<void>((resolve) => listener.close(() => resolve()))),
  );
  const timer = setTimeout(() => server.closeAllConnections(), waitTimeoutMs);
  await closed;
  clearTimeout(timer);
}

/**
 * Accepts the connections that wait in the queue of the operating system: otherwise data that their
 * clients have already sent would be lost. The event loop accepts one per turn; connections that
 * arrive faster are still lost.
 */
async function acceptPending(server: Server): Promise<void> {
  const deadline = Date.now() + ACCEPT_MS;
  let hasNew = true;
  const note = (): boolean => (hasNew = true);
  server.on('connection', note);
  while (hasNew && Date.now() < deadline) {
    hasNew = false;
    // The first turn may still be the current one.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', note);
}

/**
 * Holds requests that arrive before their handler is ready, because the process listens from the
 * start.
 */
export class EarlyRequests {
  private handler: NonNullable<HttpEndpoints['mount']> | undefined;
  private readonly waiting = new Map<ServerResponse, { request: IncomingMessage; timer: NodeJS.Timeout }>();

  constructor(private readonly waitTimeoutMs: number) {}

  /**
   * Handles a request as soon as possible; responds with 503 if that takes longer than the wait
   * timeout.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.handler) return this.handler(request, response);
    const timer = setTimeout(() => {
      response.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end();
    }, this.waitTimeoutMs);
    this.waiting.set(response, { request, timer });
    response.once('close', () => {
      clearTimeout(timer);
      this.waiting.delete(response);
    });
    return true;
  }

  /** Sets the handler, and passes the held requests to it. */
  open(handler: NonNullable<HttpEndpoints['mount']>): void {
    this.handler = handler;
    for (const [response, { request, timer }] of this.waiting) {
      clearTimeout(timer);
      if (response.headersSent) continue;
      if (!handler(request, response)) sendJson(response, 404, { error: '404 Not Found' });
    }
    this.waiting.clear();
  }
}

/** Returns the port of a listening server. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function readinessNow(readiness: HttpEndpoints['readiness']): Promise<Readiness> {
  try {
    return await readiness();
  } catch (error) {
    return { ready: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function pathOf({ url }: IncomingMessage): string | undefined {
  return url?.split('?')[0];
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
