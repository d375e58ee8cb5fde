/**
 * Git's smart HTTP protocol: `GET <path>/info/refs?service=...`, `POST <path>/git-upload-pack` and
 * `POST <path>/git-receive-pack`, streamed between the client and a git process, and
 * `GET <path>/info/bundles/<id>.bundle`. Callbacks authorize requests.
 *
 * `POST <path>/git-.../session` serves other protocols, such as SSH: both bodies are one
 * conversation with one process. Only sessions serve `git-upload-archive`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { explainDiskFailure } from '../storage/disk-failure';
import { sendCloneBundle } from './clone-bundles/send-clone-bundle';
import { advertise } from './protocol/advertise';
import type { PackCacheCounts } from './pack-cache/pack-cache';
import { contentTypeOf, createReply, noteSlowClient, type Exchange } from './exchange';
import { maxPushBytes, receivePack } from './receive-pack';
import { serveSession } from './serve-session';
import { ClientConnection } from './streams/client-connection';
import { pacedChunks } from './streams/paced-chunks';
import { HttpError, openBody } from './streams/request-body';
import { toHttpError } from './to-http-error';
import { prepareState, type TransportState } from './transport-state';
import {
  CONNECTION_HEADER,
  type CloneBundleCounts,
  type GitService,
  type TransportDenial,
  type TransportGrant,
  type TransportLoad,
  type TransportOptions,
} from './transport.types';
import { uploadPack } from './upload-pack';

const requestPath =
  /^(\/.+?)\/(?:(info\/refs)|(info\/bundles\/[0-9a-f]{32}\.bundle)|(?:(git-upload-pack|git-receive-pack)(\/session)?|(git-upload-archive)\/session))$/;

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
  /** Use of the slots, and what waits for clients. */
  load(): TransportLoad;
  /** Stops all git processes, which breaks off their requests. Resolves when all have ended. */
  close(): Promise<void>;
}

type Route = {
  path: string;
  service: GitService;
  isSession: boolean;
  serve: (exchange: Exchange) => Promise<void>;
  /** What the response contains. */
  content: 'advertisement' | 'result';
};

/** Creates the hooks and the empty template in the scratch folder and returns the transport. */
export async function createGitTransport(options: TransportOptions): Promise<GitTransport> {
  const state = await prepareState(options);
  return {
    handle: (request, response, expectsContinue = false) => handle(state, request, response, expectsContinue),
    packCacheCounts: () => state.packCache.counts(),
    cloneBundleCounts: () => ({ ...state.cloneBundles }),
    load: () => loadOf(state),
    async close() {
      state.children.forEach((child) => child.stop());
      await Promise.all([...state.children].map((child) => child.ended));
      state.outputPipes?.close();
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
    const { path, service, isSession, content } = route;
    const grant = await state.options.authorize({
      headers: request.headers,
      method: request.method ?? '',
      path,
      service,
    });
    if (isDenial(grant)) return deny(response, grant);
    repo = grant.repo;
    const { signal } = disconnected;
    const release = await state.transfers.acquire({ caller: grant.caller, signal });
    const contentType = contentTypeOf(service, content);
    const requestConnection = connectionRequest(state, request, signal);
    const reply = createReply(state, response, { contentType, isSession, requestConnection });
    try {
      if (expectsContinue) response.writeContinue();
      await route.serve({ state, request, response, reply, grant, service, isSession, disconnected: signal });
      // A client that does not read the last bytes must not keep its connection.
      response.setTimeout(state.limits.idleMs, () => response.destroy());
    } finally {
      reply.stop();
      release();
    }
  } catch (error) {
    fail(state, request, response, await explainDiskFailure(error, repo));
  }
}

/** How the connection of the client is requested; undefined if it is not offered. */
function connectionRequest(
  { options }: TransportState,
  { headers }: IncomingMessage,
  signal: AbortSignal,
): ((sentBytes: number) => Promise<ClientConnection | undefined>) | undefined {
  const name = headers[CONNECTION_HEADER];
  const { requestConnection } = options;
  if (typeof name !== 'string' || requestConnection === undefined) return undefined;
  return async (sentBytes) => {
    const socket = await requestConnection(name, sentBytes, signal);
    return socket && new ClientConnection(socket);
  };
}

function findRoute(request: IncomingMessage): Route {
  const [target = '', query = ''] = (request.url ?? '').split('?');
  const [, repository, refs, bundle, pack, session, archive] = requestPath.exec(target) ?? [];
  const operation = refs ?? bundle ?? pack ?? archive;
  if (!repository || !operation) throw new HttpError(404, 'Not Found');
  const method = operation === (pack ?? archive) ? 'POST' : 'GET';
  if (request.method !== method) throw new HttpError(405, 'Method Not Allowed', { Allow: method });
  const result: Pick<Route, 'path' | 'isSession' | 'content'> = {
    path: repository,
    isSession: session !== undefined || archive !== undefined,
    content: 'result',
  };
  if (bundle) return { ...result, service: 'git-upload-pack', serve: sendCloneBundle };
  if (archive) return { ...result, service: 'git-upload-archive', serve: serveSession };
  const service = operation === 'info/refs' ? new URLSearchParams(query).get('service') : operation;
  // Without a service the client uses the dumb protocol, which would require every file of the
  // repository.
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') throw new HttpError(404, 'Not Found');
  if (operation === 'info/refs') return { ...result, service, serve: advertise, content: 'advertisement' };
  if (session) return { ...result, service, serve: serveSession };
  return { ...result, service, serve: service === 'git-upload-pack' ? uploadPack : receivePush };
}

/** Serves a push over HTTP. */
function receivePush(exchange: Exchange): Promise<void> {
  const { state, request, service, grant } = exchange;
  const body = openBody(request, contentTypeOf(service, 'request'), maxPushBytes(grant));
  return receivePack(
    exchange,
    pacedChunks(body, state.limits.pace, () => noteSlowClient(state)),
  );
}

function loadOf({ slots, transfers, spools, slowClients }: TransportState): TransportLoad {
  return {
    slots: {
      advertise: slots.advertise.counts(),
      upload: slots.upload.counts(),
      receive: slots.receive.counts(),
    },
    transfers: transfers.counts(),
    spool_bytes: spools.bytes,
    slow_clients: slowClients,
  };
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
