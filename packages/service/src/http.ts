/**
 * The small HTTP servers of a process: one with probes and what the service mounts, one with
 * metrics and details.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Registry } from 'prom-client';
import { peerName, type ProcessTls } from '@forgemesh/security';

/**
 * For so long connections that wait are taken in before a server takes no more, in milliseconds.
 */
const ACCEPT_MS = 200;

/** Whether a process can do its work now, and what keeps it from it. */
export interface Readiness {
  ready: boolean;
  [fact: string]: unknown;
}

/** What a process answers on the port that others reach. */
export interface HttpEndpoints {
  readiness: () => Promise<Readiness> | Readiness;
  /** Answers paths outside of `/-/`; returns false for what it does not know. */
  mount?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * With TLS, `mount` serves only clients with the certificate of a process; without it, any
   * client.
   */
  tls?: ProcessTls | undefined;
}

/** What a process answers on the port for those who operate it. */
export interface MetricsEndpoints extends HttpEndpoints {
  registry: Registry;
  /** Whether the instance offers metrics. */
  isEnabled: () => boolean | Promise<boolean>;
}

/**
 * Answers `/-/health`, `/-/liveness` and `/-/readiness`, without details; returns false for any
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

/**
 * Starts the server of `/-/metrics` and of `/-/readiness` with its details; undefined without a
 * port.
 */
export async function startMetricsServer(
  { FORGE_METRICS_HOST: host, FORGE_METRICS_PORT: port }: { FORGE_METRICS_HOST: string; FORGE_METRICS_PORT?: number },
  { registry, readiness, isEnabled }: MetricsEndpoints,
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const path = pathOf(request);
      if (path === '/-/readiness') {
        const facts = await readinessNow(readiness);
        return sendJson(response, facts.ready ? 200 : 503, facts);
      }
      if (path === '/-/metrics' && (await isEnabled())) {
        const text = await registry.metrics();
        return void response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
      }
      if (!answerProbes({ readiness }, request, response)) sendJson(response, 404, { error: '404 Not Found' });
    };
    answer().catch(() => sendJson(response, 503, { error: '503 Service Unavailable' }));
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
  // What is mounted may receive for as long as its own limits allow; headers still have a minute.
  server.requestTimeout = 0;
  closeWhenSent(server);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

/**
 * Lets the closing of a server end only those connections whose answers are sent. By itself it ends
 * each whose answer is written, and with it what a slow client has not taken yet.
 */
export function closeWhenSent(server: Server): void {
  /** Requests under way of each connection that has had any. */
  const underWay = new Map<Socket, number>();
  for (const opened of ['connection', 'secureConnection'])
    server.on(opened, (socket: Socket) => socket.once('close', () => underWay.delete(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const others = (underWay.get(socket) ?? 1) - 1;
      if (!socket.destroyed) underWay.set(socket, others);
      if (others === 0 && !server.listening) socket.destroy();
    });
  });
  server.closeIdleConnections = () => underWay.forEach((count, socket) => count === 0 && socket.destroy());
}

/**
 * Takes no more requests and finishes those under way; after `waitTimeoutMs` it breaks them off. Of
 * a server with `closeWhenSent`.
 */
export async function drainHttpServer(server: Server, waitTimeoutMs: number): Promise<void> {
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections(), waitTimeoutMs);
  await closed;
  clearTimeout(timer);
}

/**
 * Takes in the connections that wait in the queue of the system: what their clients have sent
 * already would be dropped with them. One comes at each turn of the loop; where they come faster
 * than that the last ones are dropped all the same.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const deadline = Date.now() + ACCEPT_MS;
  let came = true;
  const note = (): boolean => (came = true);
  server.on('connection', note);
  while (came && Date.now() < deadline) {
    came = false;
    // The first one may still be of the turn that is under way.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', note);
}

/**
 * Requests that come before whoever answers them is ready, as its process listens from its first
 * moment on. They wait for it.
 */
export class EarlyRequests {
  private answer: NonNullable<HttpEndpoints['mount']> | undefined;
  private readonly waiting = new Map<ServerResponse, { request: IncomingMessage; timer: NodeJS.Timeout }>();

  constructor(private readonly waitTimeoutMs: number) {}

  /**
   * Answers a request as soon as it can be done; 503 where that takes longer than the patience
   * lasts.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.answer) return this.answer(request, response);
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

  /** From now on requests are answered, those that wait first. */
  open(answer: NonNullable<HttpEndpoints['mount']>): void {
    this.answer = answer;
    for (const [response, { request, timer }] of this.waiting) {
      clearTimeout(timer);
      if (response.headersSent) continue;
      if (!answer(request, response)) sendJson(response, 404, { error: '404 Not Found' });
    }
    this.waiting.clear();
  }
}

/** Port on which a server listens. */
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
