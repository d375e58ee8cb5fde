/**
 * Git's smart HTTP protocol: `GET <path>/info/refs?service=...`, `POST <path>/git-upload-pack` and
 * `POST <path>/git-receive-pack`, streamed between the client and a git process, and
 * `GET <path>/info/bundles/<id>.bundle`. Callbacks authorize requests.
 *
 * `POST <path>/git-.../session` serves other protocols, such as SSH: both bodies are one
 * conversation with one process.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isGitError } from '../errors';
import { explainDiskFailure } from '../storage/disk-failure';
import { OverloadError } from './admission';
import { sendCloneBundle } from './clone-bundles/send-clone-bundle';
import { advertise } from './protocol/advertise';
import type { PackCacheCounts } from './pack-cache/pack-cache';
import { receivePack } from './receive-pack';
import { HttpError } from './streams/request-body';
import { prepareState, type Exchange, type TransportState } from './transport-state';
import type {
  CloneBundleCounts,
  GitService,
  TransportDenial,
  TransportGrant,
  TransportOptions,
} from './transport.types';
import { uploadPack } from './upload-pack';

const requestPath =
  /^(\/.+?)\/(?:(info\/refs)|(info\/bundles\/[0-9a-f]{32}\.bundle)|(git-upload-pack|git-receive-pack)(\/session)?)$/;
/** An administrator has to act first. */
const DISK_RETRY_AFTER_SECONDS = '60';

export interface GitTransport {
  /**
   * Serves one request to its end; never rejects. `expectsContinue` means that the client waits for
   * `100 Continue` (a server's `checkContinue` event), which is sent only when the request is
   * accepted.
   */
  handle(request: IncomingMessage, response: ServerResponse, expectsContinue?: boolean): Promise<void>;
  /** Use of the pack cache since the start. */
  packCacheCounts(): PackCacheCounts;
  /** Downloads of bundles since the start. */
  cloneBundleCounts(): CloneBundleCounts;
  /** Stops all git processes, which breaks off their requests. Resolves when all have ended. */
  close(): Promise<void>;
}

type Route = {
  path: string;
  service: GitService;
  isSession: boolean;
  serve: (exchange: Exchange) => Promise<void>;
  kind: keyof TransportState['admissions'];
};

/** Creates the hooks and the empty template in the scratch folder and returns the transport. */
export async function createGitTransport(options: TransportOptions): Promise<GitTransport> {
  const state = await prepareState(options);
  return {
    handle: (request, response, expectsContinue = false) => handle(state, request, response, expectsContinue),
    packCacheCounts: () => state.packCache.counts(),
    cloneBundleCounts: () => ({ ...state.cloneBundles }),
    async close() {
      state.children.forEach((child) => child.stop());
      await Promise.all([...state.children].map((child) => child.ended));
      await state.packCache.close();
    },
  };
}

/** Creates a server for the transport alone. It is not listening yet. */
export function createTransportServer(transport: GitTransport): Server {
  const server = createServer((request, response) => void transport.handle(request, response));
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    void transport.handle(request, response, true);
  });
  // A push may take long to arrive; the transport has its own idle and total timeouts.
  server.requestTimeout = 0;
  return server;
}

async function handle(
  state: TransportState,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort(new Error('the client disconnected'));
  });
  response.on('error', () => disconnected.abort(new Error('the client disconnected')));
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
    const release = await state.admissions[route.kind].acquire(grant.repo, disconnected.signal);
    try {
      if (expectsContinue) response.writeContinue();
      await route.serve({ state, request, response, grant, service, isSession, disconnected: disconnected.signal });
    } finally {
      release();
    }
  } catch (error) {
    fail(state, request, response, await explainDiskFailure(error, repo));
  }
}

function findRoute(request: IncomingMessage): Route {
  const [target = '', query = ''] = (request.url ?? '').split('?');
  const [, repository, refs, bundle, pack, session] = requestPath.exec(target) ?? [];
  const operation = refs ?? bundle ?? pack;
  if (!repository || !operation) throw new HttpError(404, 'Not Found');
  const method = operation === pack ? 'POST' : 'GET';
  if (request.method !== method) throw new HttpError(405, 'Method Not Allowed', { Allow: method });
  if (bundle)
    return { path: repository, service: 'git-upload-pack', isSession: false, serve: sendCloneBundle, kind: 'upload' };
  const service = operation === 'info/refs' ? new URLSearchParams(query).get('service') : operation;
  // Without a service the client uses the dumb protocol, which would require every file of the
  // repository.
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') throw new HttpError(404, 'Not Found');
  const isSession = session !== undefined;
  const location: Pick<Route, 'path' | 'service' | 'isSession'> = { path: repository, service, isSession };
  if (operation === 'info/refs') return { ...location, serve: advertise, kind: 'advertise' };
  if (service === 'git-upload-pack') return { ...location, serve: uploadPack, kind: isSession ? 'session' : 'upload' };
  return { ...location, serve: receivePack, kind: isSession ? 'session' : 'receive' };
}

function isDenial(decision: TransportGrant | TransportDenial): decision is TransportDenial {
  return 'status' in decision;
}

function deny(response: ServerResponse, { status, headers, body }: TransportDenial): void {
  response.writeHead(status, { 'Content-Length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

function fail(state: TransportState, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const httpError = toHttpError(error);
  if (!httpError) state.options.onError(error, 'git request');
  // A truncated response must not look complete.
  if (response.headersSent) return void response.destroy();
  const { status, message, headers } = httpError ?? new HttpError(500, 'Internal Server Error');
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
