/**
 * Serves git clients on this process's HTTP port: verifies the signed context, then pipes the
 * request to the transport in its worker and the response back, with backpressure in both
 * directions and without buffering.
 */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { openRelay, withoutHopHeaders } from '@forgemesh/http';
import { verifyGitContext } from '#storage';
import {
  admitRequest,
  isRefusal,
  presentRefusal,
  refusalOf,
  type AdmittedRequest,
  type Refusal,
} from './admit-request';
import { readGitUrl, type GitUrl } from './git-url';
import { offerClient } from './pipe-reply';
import type { TransportDeps } from './deps';

/** Serves `/git/<project id>/<project|wiki>/...`; returns false for any other path. */
export function mountTransport(deps: TransportDeps): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const url = readGitUrl(request.url ?? '');
    if (!url) return false;
    serve(deps, request, response, url).catch((error: unknown) => fail(deps, response, error));
    return true;
  };
}

async function serve(
  deps: TransportDeps,
  request: IncomingMessage,
  response: ServerResponse,
  url: GitUrl,
): Promise<void> {
  const context = await verifyGitContext(deps.verifier, request, url);
  const admitted = await admitRequest(deps, context, url, request.headers);
  if (isRefusal(admitted)) return send(response, admitted);
  if (response.destroyed) return;
  response.once('close', deps.activity.startReading(admitted.repo));
  if (url.protocol === 'ssh') return converse(deps, { request, response }, admitted);
  const { port, path, headers } = admitted;
  const relay = await openRelay({ host: '127.0.0.1', port });
  response.once('close', () => relay.destroy());
  if (response.destroyed) return relay.destroy();
  const { headers: further, pipeTo } = offerClient(deps.transport, relay);
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const body = relay.send({ method, path, host: 'localhost', headers: { ...headers, ...further } });
  // The transport may respond before it has read the whole request; the rest is then discarded.
  body?.once('close', () => request.resume());
  if (body) request.pipe(body);
  const reply = await relay.reply;
  if (response.destroyed) return;
  response.writeHead(reply.status, reply.headers);
  await pipeTo(response);
  response.end();
}

/** Serves a session, in which both sides send at any time. */
function converse(
  deps: TransportDeps,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { port, path, headers }: AdmittedRequest,
): void {
  const upstream = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false });
  response.once('close', () => upstream.destroy());
  upstream.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  upstream.once('error', (error) => {
    if (!response.destroyed && !response.writableEnded) fail(deps, response, error);
  });
  // git sends first.
  upstream.flushHeaders();
  pipeline(request, upstream, () => undefined);
}

function fail(deps: TransportDeps, response: ServerResponse, error: unknown): void {
  // The client has disconnected.
  if (response.destroyed) return;
  if (response.headersSent) return void response.destroy();
  send(response, refusalOf(deps, error));
}

function send(response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = presentRefusal(refusal);
  response.writeHead(refusal.status, headers).end(body);
}
