/**
 * The smart HTTP transport as one long streaming call of the worker: it listens on a port of its
 * own on loopback, and what only the service can decide is asked over the call. Whoever connects
 * must show the secret of the call, and brings what he was granted.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import type { Pipe } from '../worker/pipe';
import { createGitTransport, createTransportServer } from './git-transport';
import { NdjsonChannel } from './ndjson-channel';
import type {
  AuthorizeRequest,
  PostReceiveRequest,
  PreReceiveRequest,
  PreReceiveVerdict,
  TransportDenial,
  TransportGrant,
} from './transport.types';

export interface ServeTransportInput {
  /** An absolute folder for hooks; made when it is missing. */
  scratch_folder: string;
  /** What a request must carry in `forge-transport-secret`. */
  secret: string;
}

/** Header with a `TransportGrant` as base64 of JSON. */
export const GRANT_HEADER = 'forge-transport-grant';
export const SECRET_HEADER = 'forge-transport-secret';

/** What the worker says. A question is answered with the same id. */
export type FromTransport =
  | { kind: 'listening'; port: number }
  | { kind: 'error'; what: string; message: string }
  | { kind: 'pre_receive'; id: number; request: PreReceiveRequest }
  | { kind: 'post_receive'; id: number; request: PostReceiveRequest };

/** What the service answers. */
export type ToTransport = { id: number; verdict?: PreReceiveVerdict; error?: string };

/** Serves until the call is cancelled. */
export async function serveTransport(context: GitContext, input: ServeTransportInput, pipe: Pipe): Promise<void> {
  const lines = new NdjsonChannel<ToTransport, FromTransport>(pipe);
  const waiting = new Map<number, { resolve: (answer: ToTransport) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const ask = (question: (id: number) => FromTransport): Promise<ToTransport> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      lines.send(question(id)).catch(reject);
    });

  const transport = await createGitTransport({
    scratchFolder: input.scratch_folder,
    environment: { program: context.settings.gitBinary, path: context.settings.searchPath },
    authorize: (request) => Promise.resolve(readGrant(request, input.secret)),
    preReceive: async (request) => {
      const { verdict } = await ask((id) => ({ kind: 'pre_receive', id, request }));
      return verdict ?? { accepted: false, message: 'The push could not be checked. Try again later.' };
    },
    postReceive: async (request) => {
      const { error } = await ask((id) => ({ kind: 'post_receive', id, request }));
      if (error !== undefined) throw new GitError('git_failed', error);
    },
    onError: (error, what) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // Nobody is left to be told when this fails too: the call has ended.
      lines.send({ kind: 'error', what, message }).catch(() => undefined);
    },
  });
  const server = createTransportServer(transport);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await lines.send({ kind: 'listening', port: (server.address() as AddressInfo).port });
    for await (const answer of lines) {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    }
  } finally {
    for (const { reject } of waiting.values()) reject(new Error('the transport has ended'));
    server.close();
    server.closeAllConnections();
    await transport.close();
  }
}

function readGrant({ headers }: AuthorizeRequest, secret: string): TransportGrant | TransportDenial {
  const shown = Buffer.from(String(headers[SECRET_HEADER] ?? ''));
  const wanted = Buffer.from(secret);
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) {
    return { status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Forbidden\n' };
  }
  return JSON.parse(Buffer.from(String(headers[GRANT_HEADER]), 'base64').toString('utf8')) as TransportGrant;
}
