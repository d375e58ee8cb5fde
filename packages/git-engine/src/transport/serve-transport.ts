/**
 * Runs the smart HTTP transport as one long streaming call of the worker: it listens on its own
 * loopback port and sends its authorization checks and push events to the service over the call.
 * Requests must carry the secret of the call and their grant.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';
import type { Pipe } from '../worker/pipe';
import { createGitTransport, createTransportServer } from './git-transport';
import type { PackCacheCounts } from './pack-cache/pack-cache';
import type { UpdateResult } from './protocol/proc-receive';
import { NdjsonChannel } from './streams/ndjson-channel';
import type {
  AuthorizeRequest,
  CloneBundleCounts,
  PostReceiveRequest,
  PreReceiveRequest,
  PreReceiveResult,
  ProcReceiveRequest,
  TransportDenial,
  TransportGrant,
  TransportLoad,
  TransportOptions,
} from './transport.types';

export interface ServeTransportInput {
  /** An absolute folder for hooks; created when missing. */
  scratch_folder: string;
  /** Required value of the `forge-transport-secret` header. */
  secret: string;
  limits: TransportLimits;
  /** Whether the service keeps the pack of each push; then git does not unpack small ones. */
  keeps_packs: boolean;
}

/** Limits that an administrator sets. */
export interface TransportLimits {
  /** Processes that pack objects for clones and fetches. */
  maxFetches: number;
  /** Processes that receive pushes. */
  maxPushes: number;
  /** Requests and sessions until their last byte. */
  maxTransfers: number;
  /** Disk space of content that waits for slow clients, in bytes. */
  spoolBytes: number;
  /** Minimum speed of clients that read or send. */
  bytesPerSecond: number;
  /** Minimum speed of a push that git already receives. */
  pushBytesPerSecond: number;
  /** Maximum pause of a client. */
  idleSeconds: number;
  /** Processor time in which git may prepare a pack without sending any of it. */
  maxSilentCpuSeconds: number;
}

/** Header with a `TransportGrant` as base64 of JSON. */
export const GRANT_HEADER = 'forge-transport-grant';
export const SECRET_HEADER = 'forge-transport-secret';

/** Use of the slots, and of files that save git processes since the start. */
export interface TransportUsage extends TransportLoad {
  pack_cache: PackCacheCounts;
  clone_bundles: CloneBundleCounts;
}

/** Messages from the worker. A reply carries the id of its request. */
export type FromTransport =
  | { kind: 'listening'; port: number }
  | { kind: 'error'; activity: string; message: string }
  | { kind: 'usage'; usage: TransportUsage }
  | { kind: 'cloned'; repo: string }
  | ConnectionRequest
  | { kind: 'pre_receive'; id: number; request: PreReceiveRequest }
  | { kind: 'proc_receive'; id: number; request: ProcReceiveRequest }
  | { kind: 'post_receive'; id: number; request: PostReceiveRequest };

/** Requests the connection of a client, which is passed or refused by its name. */
export interface ConnectionRequest {
  kind: 'connection';
  name: string;
  /** Bytes of the response's content that have to be written to the connection before. */
  sent_bytes: number;
}

/** Replies of the service. */
export type ToTransport = {
  id: number;
  result?: PreReceiveResult;
  updates?: UpdateResult[];
  text?: string;
  error?: string;
};

/** Time between two reports of the usage, in milliseconds. */
const REPORT_MS = 5_000;

/** Serves until the call is cancelled. */
export async function serveTransport(context: GitContext, input: ServeTransportInput, pipe: Pipe): Promise<void> {
  const channel = new NdjsonChannel<ToTransport, FromTransport>(pipe);
  const pending = new Map<number, { resolve: (reply: ToTransport) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const callHost = (createRequest: (id: number) => FromTransport): Promise<ToTransport> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      channel.send(createRequest(id)).catch(reject);
    });

  const transport = await createGitTransport({
    scratchFolder: input.scratch_folder,
    ...optionsOf(input.limits),
    keepsPacks: input.keeps_packs,
    environment: { program: context.settings.gitBinary, path: context.settings.searchPath },
    openRepository: (repo) => context.repository(repo),
    authorize: (request) => Promise.resolve(readGrant(request, input.secret)),
    preReceive: async (request) => {
      const { result } = await callHost((id) => ({ kind: 'pre_receive', id, request }));
      return result ?? { accepted: false, message: 'The push could not be checked. Try again later.' };
    },
    procReceive: async (request) => {
      const { updates, error } = await callHost((id) => ({ kind: 'proc_receive', id, request }));
      if (updates === undefined) throw new GitError('unavailable', error ?? 'the outcome of a push is unknown');
      return updates;
    },
    postReceive: async (request) => {
      const { text = '', error } = await callHost((id) => ({ kind: 'post_receive', id, request }));
      if (error !== undefined) throw new GitError('git_failed', error);
      return text;
    },
    requestConnection: async (name, sentBytes, signal) => {
      const connection = context.connections.wait(name, signal);
      await channel.send({ kind: 'connection', name, sent_bytes: sentBytes });
      return await connection;
    },
    onClone: (repo) => {
      // A lost message only delays a bundle.
      channel.send({ kind: 'cloned', repo }).catch(() => undefined);
    },
    onError: (error, activity) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // If this fails too, the call has ended and the error cannot be reported.
      channel.send({ kind: 'error', activity, message }).catch(() => undefined);
    },
  });
  const server = createTransportServer(transport);
  let reported = '';
  const reporter = setInterval(() => {
    const usage: TransportUsage = {
      ...transport.load(),
      pack_cache: transport.packCacheCounts(),
      clone_bundles: transport.cloneBundleCounts(),
    };
    if (JSON.stringify(usage) === reported) return;
    reported = JSON.stringify(usage);
    channel.send({ kind: 'usage', usage }).catch(() => undefined);
  }, REPORT_MS);
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await channel.send({ kind: 'listening', port: (server.address() as AddressInfo).port });
    for await (const reply of channel) {
      pending.get(reply.id)?.resolve(reply);
      pending.delete(reply.id);
    }
  } finally {
    clearInterval(reporter);
    for (const { reject } of pending.values()) reject(new Error('the transport has ended'));
    server.close();
    server.closeAllConnections();
    await transport.close();
  }
}

function optionsOf(limits: TransportLimits): Partial<TransportOptions> {
  return {
    slots: {
      upload: { running: limits.maxFetches },
      receive: { running: limits.maxPushes },
    },
    maxTransfers: limits.maxTransfers,
    spools: { maxBytes: limits.spoolBytes },
    pace: { bytesPerSecond: limits.bytesPerSecond },
    pushPace: { bytesPerSecond: limits.pushBytesPerSecond },
    idleMs: limits.idleSeconds * 1000,
    maxSilentCpuSeconds: limits.maxSilentCpuSeconds,
  };
}

function readGrant({ headers }: AuthorizeRequest, secret: string): TransportGrant | TransportDenial {
  const presented = Buffer.from(String(headers[SECRET_HEADER] ?? ''));
  const expected = Buffer.from(secret);
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) {
    return { status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Forbidden\n' };
  }
  return JSON.parse(Buffer.from(String(headers[GRANT_HEADER]), 'base64').toString('utf8')) as TransportGrant;
}
