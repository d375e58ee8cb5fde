/**
 * Serves git clients on this process's HTTP port: verifies the signed context, then pipes the
 * request to the transport in its worker and the response back, with backpressure in both
 * directions and without buffering.
 */
import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import {
  DiskError,
  errorCatalogue,
  findDiskProblem,
  ForbiddenError,
  isForgeError,
  type ForgeError,
} from '@forgemesh/errors';
import { CONTEXT_KEY, GATEWAY, gitTarget, type VerifiedContext } from '@forgemesh/rpc';
import { assertPeer } from '@forgemesh/security';
import { openRelay, withoutHopHeaders } from '@forgemesh/web';
import { SERVICE_NAME } from '../../service-name';
import { type RepositoryKind, GRANT_HEADER, SECRET_HEADER, type TransportGrant } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';
import { createGitActor } from './git-actor';
import { checkGitAccess } from './check-git-access';

const gitUrl = /^\/git\/(\d+)\/(project|wiki)\/(info\/refs|git-(?:upload|receive)-pack(?:\/session)?)(\?.*)?$/;
const MEGABYTE = 1024 * 1024;

interface GitUrl {
  project_id: number;
  kind: RepositoryKind;
  /** Path after the repository, including the query. */
  rest: string;
  isPush: boolean;
  /** Protocol of the client: sessions are for SSH only. */
  protocol: 'http' | 'ssh';
}

/** Serves `/git/<project id>/<project|wiki>/...`; returns false for any other path. */
export function mountTransport(
  repositories: Repositories,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const url = readUrl(request.url ?? '');
    if (!url) return false;
    serve(repositories, request, response, url).catch((error: unknown) => fail(repositories, response, error));
    return true;
  };
}

function readUrl(url: string): GitUrl | undefined {
  const [, id, kind, suffix, query = ''] = gitUrl.exec(url) ?? [];
  if (id === undefined || suffix === undefined) return undefined;
  const isPush = suffix.startsWith('git-receive-pack') || /[?&]service=git-receive-pack(&|$)/.test(query);
  const protocol = suffix.endsWith('/session') ? ('ssh' as const) : ('http' as const);
  return { project_id: Number(id), kind: kind as RepositoryKind, rest: suffix + query, isPush, protocol };
}

async function serve(
  repositories: Repositories,
  request: IncomingMessage,
  response: ServerResponse,
  url: GitUrl,
): Promise<void> {
  const token = String(request.headers[CONTEXT_KEY] ?? '');
  const { audience, method } = gitTarget(url.project_id, url.kind);
  const target = { audiences: new Set([audience]), method };
  const context = await repositories.verifier.verify({ token, forwarded: [] }, target);
  if (context.issuer !== GATEWAY && context.issuer !== SERVICE_NAME) throw new ForbiddenError();
  assertPeer(request.socket, context.issuer);
  const refusal = await checkGitAccess(repositories, context, url);
  if (refusal) return send(response, refusal.status, refusal.text);
  if (url.isPush) await assertWritable(repositories, context);
  const endpoint = await repositories.transport.address();
  const grant = grantOf(repositories, context, url);
  const headers: OutgoingHttpHeaders = {
    ...passedHeaders(request),
    // A server resets a connection that it closes before it has read the request, and the client
    // may lose the response. This side closes the connection.
    Connection: 'keep-alive',
    [SECRET_HEADER]: endpoint.secret,
    [GRANT_HEADER]: Buffer.from(JSON.stringify(grant)).toString('base64'),
  };
  if (response.destroyed) return;
  response.once('close', repositories.activity.startReading(grant.repo));
  const path = `/${url.project_id}/${url.rest}`;
  if (url.protocol === 'ssh')
    return converse(repositories, { request, response }, { port: endpoint.port, path, headers });
  const relay = await openRelay({ host: '127.0.0.1', port: endpoint.port });
  response.once('close', () => relay.destroy());
  if (response.destroyed) return relay.destroy();
  const body = relay.send({ method: request.method === 'POST' ? 'POST' : 'GET', path, host: 'localhost', headers });
  // The transport may respond before it has read the whole request; the rest is then discarded.
  body?.once('close', () => request.resume());
  if (body) request.pipe(body);
  const reply = await relay.reply;
  if (response.destroyed) return;
  response.writeHead(reply.status, reply.headers);
  await reply.pipeTo(response);
  response.end();
}

/** Serves a session, in which both sides send at any time. */
function converse(
  repositories: Repositories,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { port, path, headers }: { port: number; path: string; headers: OutgoingHttpHeaders },
): void {
  const upstream = httpRequest({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false });
  response.once('close', () => upstream.destroy());
  upstream.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  upstream.once('error', (error) => {
    if (!response.destroyed && !response.writableEnded) fail(repositories, response, error);
  });
  // git sends first.
  upstream.flushHeaders();
  pipeline(request, upstream, () => undefined);
}

/** Otherwise git would fail in the middle of a push with an error that users cannot understand. */
async function assertWritable(repositories: Repositories, context: VerifiedContext): Promise<void> {
  const { storages, minFreeDiskBytes } = repositories;
  const folder = storages.root(context.access['id']?.storage ?? '');
  const problem = await findDiskProblem(folder, minFreeDiskBytes);
  if (problem) throw new DiskError(problem);
}

function grantOf({ storages, settings }: Repositories, context: VerifiedContext, { kind }: GitUrl): TransportGrant {
  const actor = createGitActor(context, randomUUID(), kind);
  const megabytes = settings.current().receive_max_input_size ?? 0;
  return {
    repo: storages.locate(actor.project_id, actor.storage, kind).repo,
    actor,
    maxInputSize: megabytes * MEGABYTE,
    ...(actor.subject.default_branch !== '' && { defaultBranch: actor.subject.default_branch }),
  };
}

/** The client's headers without internal ones, so that clients cannot forge a grant. */
function passedHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(withoutHopHeaders(headers)).filter(([name]) => !name.startsWith('forge-')));
}

function fail({ log }: Repositories, response: ServerResponse, error: unknown): void {
  // The client has disconnected.
  if (response.destroyed) return;
  if (response.headersSent) return void response.destroy();
  if (isForgeError(error)) return send(response, errorCatalogue[error.reason].http, error.message, error);
  log.warn({ err: error }, 'git request failed');
  send(response, 503, 'The git transport is unavailable, try again later.');
}

function send(response: ServerResponse, status: number, text: string, error?: ForgeError): void {
  const body = `${text}\n`;
  const headers: OutgoingHttpHeaders = { 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body) };
  if (error?.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  response.writeHead(status, headers).end(body);
}
