/**
 * Git's smart HTTP protocol: `GET <path>/info/refs?service=...`, `POST <path>/git-upload-pack` and
 * `POST <path>/git-receive-pack`, streamed between the client and a git process. Who may do what is
 * asked of callbacks.
 *
 * `POST <path>/git-.../session` is for those who carry the protocol of another door: both bodies
 * are one conversation with one process.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isGitError } from '../errors';
import { explainDiskFailure } from '../storage/disk-failure';
import { OverloadError } from './admission';
import { advertise } from './advertise';
import { receivePack } from './receive-pack';
import { HttpError } from './request-body';
import { prepareState, type Exchange, type TransportState } from './transport-state';
import type { GitService, TransportDenial, TransportGrant, TransportOptions } from './transport.types';
import { uploadPack } from './upload-pack';

/** An administrator has to act first. */
const DISK_RETRY_AFTER_SECONDS = '60';

export interface GitTransport {
  /**
   * Serves one request to its end; never rejects. `expectsContinue` says that the client waits for
   * `100 Continue` (a server's `checkContinue` event), which it gets only when it may go on.
   */
  handle(request: IncomingMessage, response: ServerResponse, expectsContinue?: boolean): Promise<void>;
  /** Ends every git process; the requests they serve break off. Resolves when all have ended. */
  close(): Promise<void>;
}

type Route = {
  path: string;
  service: GitService;
  isSession: boolean;
  serve: (exchange: Exchange) => Promise<void>;
  kind: keyof TransportState['admissions'];
};

/** Makes the hooks and the empty template in the scratch folder and answers the transport. */
export async function createGitTransport(options: TransportOptions): Promise<GitTransport> {
  const state = await prepareState(options);
  return {
    handle: (request, response, expectsContinue = false) => handle(state, request, response, expectsContinue),
    async close() {
      state.children.forEach((child) => child.stop());
      await Promise.all([...state.children].map((child) => child.ended));
    },
  };
}

/** A server of the transport alone. It is not listening yet. */
export function createTransportServer(transport: GitTransport): Server {
  const server = createServer((request, response) => void transport.handle(request, response));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    void transport.handle(request, response, true);
  });
  // A push may take long to arrive; the transport has its own limits, of silence and in all.
  server.requestTimeout = 0;
  return server;
}

async function handle(
  state: TransportState,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client went away'));
  });
  response.on('error', () => gone.abort(new Error('the client went away')));
  let repo: string | undefined;
  try {
    const route = findRoute(request);
    const { path, service, isSession } = route;
    const grant = await state.options.authorize({
      headers: request.headers,
      method: request.method ?? '',
      path,
      service,
    });
    if (isDenial(grant)) return deny(response, grant);
    repo = grant.repo;
    const leave = await state.admissions[route.kind].acquire(grant.repo, gone.signal);
    try {
      if (expectsContinue) response.writeContinue();
      await route.serve({ state, request, response, grant, service, isSession, gone: gone.signal });
    } finally {
      leave();
    }
  } catch (error) {
    fail(state, request, response, await explainDiskFailure(error, repo));
  }
}

function findRoute(request: IncomingMessage): Route {
  const [target = '', query = ''] = (request.url ?? '').split('?');
  const match = /^(\/.+?)\/(?:(info\/refs)|(git-upload-pack|git-receive-pack)(\/session)?)$/.exec(target);
  const [, repository, refs, pack, session] = match ?? [];
  const verb = refs ?? pack;
  if (!repository || !verb) throw new HttpError(404, 'Not Found');
  const method = verb === 'info/refs' ? 'GET' : 'POST';
  if (request.method !== method) throw new HttpError(405, 'Method Not Allowed', { Allow: method });
  const service = verb === 'info/refs' ? new URLSearchParams(query).get('service') : verb;
  // Without a service the client speaks the dumb protocol, which would need every file of the
  // repository.
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') throw new HttpError(404, 'Not Found');
  const isSession = session !== undefined;
  const place: Pick<Route, 'path' | 'service' | 'isSession'> = { path: repository, service, isSession };
  if (verb === 'info/refs') return { ...place, serve: advertise, kind: 'advertise' };
  if (service === 'git-upload-pack') return { ...place, serve: uploadPack, kind: isSession ? 'session' : 'upload' };
  return { ...place, serve: receivePack, kind: isSession ? 'session' : 'receive' };
}

function isDenial(answer: TransportGrant | TransportDenial): answer is TransportDenial {
  return 'status' in answer;
}

function deny(response: ServerResponse, { status, headers, body }: TransportDenial): void {
  response.writeHead(status, { 'Content-Length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

function fail(state: TransportState, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const known = toHttpError(error);
  if (!known) state.options.onError(error, 'git request');
  // Half an answer must not look like a whole one.
  if (response.headersSent) return void response.destroy();
  const { status, message, headers } = known ?? new HttpError(500, 'Internal Server Error');
  const text = `${message}\n`;
  response.writeHead(status, {
    'Content-Type': 'text/plain',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  });
  response.end(text);
  request.resume();
}

function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isGitError(error, 'disk_full') || isGitError(error, 'disk_read_only'))
    return new HttpError(503, `${error.message}, try again later`, { 'Retry-After': DISK_RETRY_AFTER_SECONDS });
  if (!(error instanceof OverloadError)) return undefined;
  return new HttpError(503, 'The server is busy, try again later', { 'Retry-After': String(error.retryAfter) });
}
