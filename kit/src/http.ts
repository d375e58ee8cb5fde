/** The small HTTP server of a service: readiness, liveness, metrics, and what the service mounts. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** Whether a process can do its work now, and what keeps it from it. */
export interface Readiness {
  ready: boolean;
  [fact: string]: unknown;
}

/** Answers a request of the process's own endpoints. */
export interface HttpEndpoints {
  registry: Registry;
  readiness: () => Promise<Readiness> | Readiness;
  /** Answers paths outside of `/-/`; returns false for what it does not know. */
  mount?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Answers `/-/readiness`, `/-/liveness` and `/-/metrics`; returns false for any other path. */
export function answerProcessEndpoints(
  endpoints: HttpEndpoints,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  switch (request.url?.split('?')[0]) {
    case '/-/liveness':
      sendJson(response, 200, { alive: true });
      return true;
    case '/-/readiness':
      void sendReadiness(endpoints, response);
      return true;
    case '/-/metrics':
      void sendMetrics(endpoints.registry, response);
      return true;
    default:
      return false;
  }
}

/** Starts the server. */
export async function startHttpServer(host: string, port: number, endpoints: HttpEndpoints): Promise<Server> {
  const server = createServer((request, response) => {
    if (answerProcessEndpoints(endpoints, request, response)) return;
    if (endpoints.mount?.(request, response)) return;
    sendJson(response, 404, { error: '404 Not Found' });
  });
  // What is mounted may receive for as long as its own limits allow; headers still have a minute.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

/** Port on which a server listens. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function sendReadiness(endpoints: HttpEndpoints, response: ServerResponse): Promise<void> {
  try {
    const readiness = await endpoints.readiness();
    sendJson(response, readiness.ready ? 200 : 503, readiness);
  } catch (error) {
    sendJson(response, 503, { ready: false, problem: error instanceof Error ? error.message : String(error) });
  }
}

async function sendMetrics(registry: Registry, response: ServerResponse): Promise<void> {
  const text = await registry.metrics();
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
