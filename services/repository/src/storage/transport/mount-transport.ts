/**
 * Git clients at this process's HTTP port: the signed context is verified, then the request is
 * piped to the transport in its worker and the answer back, with the back-pressure of both sides
 * and nothing kept.
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
import { withoutHopHeaders } from '@forgemesh/web';
import { config } from '../../config';
import { type RepositoryKind, GRANT_HEADER, SECRET_HEADER, type TransportGrant } from '@forgemesh/git-engine';
import type { Repositories } from '../../deps';
import { gitActorOf } from './git-actor';
import { refuseGit } from './refuse-git';

const gitUrl = /^\/git\/(\d+)\/(project|wiki)\/(info\/refs|git-(?:upload|receive)-pack(?:\/session)?)(\?.*)?$/;
const MEGABYTE = 1024 * 1024;

interface GitUrl {
  project_id: number;
  kind: RepositoryKind;
  /** What follows the repository, with the query. */
  rest: string;
  isPush: boolean;
  /** Through which the client came: sessions are for SSH alone. */
  door: 'http' | 'ssh';
}

/** Answers `/git/<project id>/<project|wiki>/...`; false for any other path. */
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
  const door = suffix.endsWith('/session') ? ('ssh' as const) : ('http' as const);
  return { project_id: Number(id), kind: kind as RepositoryKind, rest: suffix + query, isPush, door };
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
  if (context.issuer !== GATEWAY && context.issuer !== config.FORGE_SERVICE) throw new ForbiddenError();
  assertPeer(request.socket, context.issuer);
  const refusal = await refuseGit(repositories, context, url);
  if (refusal) return send(response, refusal.status, refusal.text);
  if (url.isPush) await assertWritable(repositories, context);
  const door = await repositories.transport.address();
  const grant = grantOf(repositories, context, url);
  const headers: OutgoingHttpHeaders = {
    ...passedHeaders(request),
    [SECRET_HEADER]: door.secret,
    [GRANT_HEADER]: Buffer.from(JSON.stringify(grant)).toString('base64'),
  };
  if (response.destroyed) return;
  response.once('close', repositories.use.startReading(grant.repo));
  const path = `/${url.project_id}/${url.rest}`;
  const upstream = httpRequest({ host: '127.0.0.1', port: door.port, method: request.method, path, headers });
  response.once('close', () => upstream.destroy());
  upstream.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  upstream.once('error', (error) => {
    if (!response.destroyed && !response.writableEnded) fail(repositories, response, error);
  });
  // In a session git speaks first.
  if (url.door === 'ssh') upstream.flushHeaders();
  // The transport may answer before it has read all; then the rest of the request is of no
  // interest.
  pipeline(request, upstream, () => undefined);
}

/** git would fail in the middle of a push, and name no reason that its user understands. */
async function assertWritable({ storages }: Repositories, context: VerifiedContext): Promise<void> {
  const folder = storages.root(context.access['id']?.storage ?? '');
  const problem = await findDiskProblem(folder, config.FORGE_MIN_FREE_DISK_BYTES);
  if (problem) throw new DiskError(problem);
}

function grantOf({ storages, settings }: Repositories, context: VerifiedContext, { kind }: GitUrl): TransportGrant {
  const actor = gitActorOf(context, randomUUID(), kind);
  const megabytes = settings.current().receive_max_input_size ?? 0;
  return {
    repo: storages.locate(actor.project_id, actor.storage, kind).repo,
    actor,
    maxInputSize: megabytes * MEGABYTE,
    ...(actor.subject.default_branch !== '' && { defaultBranch: actor.subject.default_branch }),
  };
}

/** The client's headers without those of the mesh: nobody brings his own grant. */
function passedHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(withoutHopHeaders(headers)).filter(([name]) => !name.startsWith('forge-')));
}

function fail({ log }: Repositories, response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  if (isForgeError(error)) return send(response, errorCatalogue[error.reason].http, error.message, error);
  log.warn({ err: error }, 'git request failed');
  send(response, 503, 'The git transport is away, try again later.');
}

function send(response: ServerResponse, status: number, text: string, error?: ForgeError): void {
  const body = `${text}\n`;
  const headers: OutgoingHttpHeaders = { 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body) };
  if (error?.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  response.writeHead(status, headers).end(body);
}
