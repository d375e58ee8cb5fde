/**
 * Calls to other services: typed, with a deadline, signed in this service's name on behalf of the
 * current caller.
 */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Metadata, status as GrpcStatus, type ChannelOptions, type ServiceError } from '@grpc/grpc-js';
import { openChannel, wasUnsent, type Channel } from './channel';
import { type CallContext, currentRequestId, currentScope, type Metrics } from '@forgemesh/telemetry';
import { sendContext, serviceContext, type ContextSigner } from './context';
import { UnavailableError } from '@forgemesh/errors';
import type { MethodDefinition } from './operation';
import { WAIT_TIMEOUT_MS } from './wait-for-ready';
import { createRouter, grantedStorage, isStorageKey, storageOfRequest } from './storage-router';
import type { ProcessTls } from '@forgemesh/security';
import { fromServiceError } from './wire';

const DEFAULT_TIMEOUT_MS = 10_000;
/**
 * How long work that no client waits for waits for a connection: it is tried again anyway, and
 * other work waits behind it.
 */
const OWN_WAIT_TIMEOUT_MS = 10_000;
/** Who is answered after a wait is answered so long before his own deadline, in milliseconds. */
const MARGIN_MS = 1_000;
/** Pause before a channel is asked, so that it has noticed the loss. */
const NOTICE_MS = 50;
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Options of every channel between the parts of the mesh. */
export const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  // A service that comes back is found at once.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  // Where its replicas have new addresses, too: names are asked for at once after a connection is
  // lost, not at most every 30 seconds.
  'grpc.dns_min_time_between_resolutions_ms': 500,
  // Who is gone without a word, as a machine that lost its power, is missed after 25 seconds by
  // whoever waits for an answer.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 15_000,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

/** Options of one call. */
export interface CallOptions {
  /** On whose behalf; by default the caller that is being answered. */
  context?: CallContext;
  /** From when it is sent; where all replicas are alike, with the wait for a connection. */
  timeoutMs?: number;
  /**
   * The storage that the call is about, where the service has shards. Where it is absent: the field
   * `storage` of the request, then the storage of the project that the context names; then any
   * shard is asked.
   */
  storage?: string;
}

type AnyMethod = MethodDefinition<never, never>;
type RequestOf<M> = M extends { requestSerialize: (value: infer Request) => Buffer } ? Request : never;
type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Response } ? Response : never;

type AnswerOf<M> = M extends { responseStream: true } ? AsyncIterable<ResponseOf<M>> : Promise<ResponseOf<M>>;

/** Options of a call that carries bytes after its request. */
export interface UploadOptions extends CallOptions {
  /** The bytes, as they arrive. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * The methods of a service as promises, or as parts where the answer is a stream. A request's
 * fields that are zero or empty may be left out; what follows a request that is a stream goes with
 * the options.
 */
export type ServiceClient<Service> = {
  [Name in keyof Service]: Service[Name] extends { requestStream: true }
    ? (request: Partial<RequestOf<Service[Name]>>, options: UploadOptions) => AnswerOf<Service[Name]>
    : (request: Partial<RequestOf<Service[Name]>>, options?: CallOptions) => AnswerOf<Service[Name]>;
};

/** Opens calls in the name of one process. */
export interface Caller {
  /**
   * Client of a service as generated code defines it (`AccessServiceDefinition`), at the address of
   * a deployable.
   */
  client<Service extends object>(service: Service, deployable: string): ServiceClient<Service>;
  close(): void;
}

/** What a caller needs. */
export interface CallerOptions {
  addresses: Record<string, string>;
  signer: ContextSigner;
  metrics: Metrics;
  /** TLS of this process; absent where processes talk without it. */
  tls?: ProcessTls | undefined;
  /** How long calls wait for a storage that is away, in milliseconds. */
  waitTimeoutMs?: number;
  /** How long calls may take that say nothing of it, in milliseconds. */
  timeoutMs?: number;
}

/** Makes the caller of a process. Channels are opened at the first call. */
export function createCaller({
  addresses,
  signer,
  metrics,
  tls,
  waitTimeoutMs = WAIT_TIMEOUT_MS,
  timeoutMs: usualTimeoutMs = DEFAULT_TIMEOUT_MS,
}: CallerOptions): Caller {
  const channels = new Map<string, Channel>();
  const router = createRouter(addresses);
  const channelOf = (key: string): Channel => {
    let opened = channels.get(key);
    if (!opened) {
      const upkeep = {
        waitTimeoutMs: isStorageKey(key) ? waitTimeoutMs : 0,
        credentials: tls?.channelCredentials(router.namesAt(key)),
      };
      channels.set(key, (opened = openChannel(router.addressOf(key), channelOptions, upkeep)));
    }
    return opened;
  };
  const channel = (deployable: string, request: object, options: CallOptions): Channel => {
    if (!router.isSharded(deployable)) return channelOf(deployable);
    const storage = options.storage ?? storageOfRequest(request) ?? grantedStorage(contextOf(options).access);
    return channelOf(router.keyOf(deployable, storage));
  };

  const metadataOf = async (method: AnyMethod, audience: string, options: CallOptions): Promise<Metadata> => {
    const metadata = new Metadata();
    const isTransfer = method.requestStream || method.responseStream;
    await sendContext(signer, contextOf(options), { audience, method: method.path, isTransfer }, metadata);
    return metadata;
  };

  const call = async (
    method: AnyMethod,
    deployable: string,
    partial: unknown,
    options: CallOptions,
  ): Promise<unknown> => {
    const request = completeRequest(method, partial);
    const to = channel(deployable, request, options);
    const { timeoutMs = usualTimeoutMs } = options;
    // Others stand in for a replica that is away, so the wait for one of them is part of the call.
    const end = to.waitTimeoutMs > 0 ? undefined : Date.now() + timeoutMs;
    const wait = waitOf(to);
    for (let lost = 0; ;) {
      const stopTimer = metrics.called.startTimer({ rpc: method.path });
      try {
        // A context lives for seconds: it is signed when the connection is ready.
        if (end !== undefined) await to.becomesReady({ until: end, ms: timeoutMs });
        const metadata = await metadataOf(method, deployable, options);
        metadata.setOptions({ waitForReady: end !== undefined });
        const answer = await callOnce(to, method, request, metadata, end ?? Date.now() + timeoutMs);
        stopTimer({ code: 'ok' });
        return answer;
      } catch (error) {
        const known = fromServiceError(error as ServiceError);
        stopTimer({ code: known.reason });
        const { code, details } = error as ServiceError;
        if (known.reason !== 'unavailable' || code === GrpcStatus.DEADLINE_EXCEEDED) throw known;
        // A read that lost its connection is asked once more; a write may have happened, unless it
        // was never sent.
        const isUnsent = wasUnsent(details);
        if (!isUnsent && !isRead(method)) throw known;
        const isLastTry = (!isUnsent || end !== undefined) && lost++ > 0;
        if (isLastTry || (end !== undefined && Date.now() >= end)) throw known;
        if (end !== undefined) continue;
        await pause(NOTICE_MS);
        if (Date.now() >= wait.until || !(await to.becomesReady(wait))) throw known;
      }
    }
  };

  /** A stream lives as long as its reader reads; only a deadline that the caller names ends it. */
  async function* read(
    method: AnyMethod,
    deployable: string,
    partial: unknown,
    options: CallOptions,
  ): AsyncGenerator<unknown> {
    const { timeoutMs } = options;
    const request = completeRequest(method, partial);
    const to = channel(deployable, request, options);
    await connected(to);
    const parts = to
      .client()
      .makeServerStreamRequest(
        method.path,
        method.requestSerialize as (value: unknown) => Buffer,
        method.responseDeserialize,
        request,
        await metadataOf(method, deployable, options),
        timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs },
      );
    try {
      for await (const part of parts) yield part;
    } catch (error) {
      throw fromServiceError(error as ServiceError);
    } finally {
      parts.cancel();
    }
  }

  /**
   * Sends a request and the bytes that follow it. As with reads, only a deadline that the caller
   * names ends it.
   */
  const send = async (
    method: AnyMethod,
    deployable: string,
    partial: unknown,
    options: CallOptions,
  ): Promise<unknown> => {
    const { timeoutMs, content } = options as UploadOptions;
    const request = completeRequest(method, partial);
    const to = channel(deployable, request, options);
    await connected(to);
    const metadata = await metadataOf(method, deployable, options);
    const deadline = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
    return new Promise((resolve, reject) => {
      const parts = to.client().makeClientStreamRequest(
        method.path,
        (bytes: Buffer) => bytes,
        method.responseDeserialize,
        metadata,
        deadline,
        (error, answer) => (error ? reject(fromServiceError(error)) : resolve(answer)),
      );
      const first = (method.requestSerialize as (value: unknown) => Buffer)(request);
      pipeline(startingWith(first, content), parts as Writable).catch((error: unknown) => {
        // Where the other side ended the call, its answer says why.
        parts.cancel();
        reject(error);
      });
    });
  };

  const kindOf = ({ requestStream, responseStream }: AnyMethod) =>
    requestStream ? send : responseStream ? read : call;

  return {
    client<Service extends object>(service: Service, deployable: string): ServiceClient<Service> {
      const methods = Object.entries(service as Record<string, AnyMethod>).map(([name, method]) => [
        name,
        (request: unknown, options: CallOptions = {}) => kindOf(method)(method, deployable, request, options),
      ]);
      return Object.fromEntries(methods) as ServiceClient<Service>;
    },
    close: () => channels.forEach((opened) => opened.close()),
  };
}

async function* startingWith(first: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield first;
  // An empty message would be a part all the same.
  for await (const chunk of content) if (chunk.length > 0) yield Buffer.from(chunk);
}

/**
 * How long a call waits for a storage: as long as who asked for it does, as long as the patience
 * lasts, or a moment where nobody waits for what the work brings, as after an answer.
 */
function waitOf({ waitTimeoutMs }: Channel): { until: number; ms: number } {
  const now = Date.now();
  const left = (currentScope()?.until ?? 0) - MARGIN_MS - now;
  const ms = left > 0 ? waitTimeoutMs : Math.min(waitTimeoutMs, OWN_WAIT_TIMEOUT_MS);
  return { until: now + (left > 0 ? Math.min(ms, left) : ms), ms };
}

/** Waits for the connection of a stream, which may have no deadline. Throws UnavailableError. */
async function connected(to: Channel): Promise<void> {
  const wait = to.waitTimeoutMs > 0 ? waitOf(to) : { ms: DEFAULT_TIMEOUT_MS };
  if (!(await to.becomesReady(wait))) throw new UnavailableError(undefined, { retryAfter: 1 });
}

/** On whose behalf a call is made. */
function contextOf({ context }: CallOptions): CallContext {
  return context ?? currentScope()?.context ?? serviceContext(currentRequestId());
}

/** Whether a method only reads, by its name. */
export function isRead({ path }: { path: string }): boolean {
  return /\/(Get|List|Is(?=[A-Z])|Authorize|Authenticate)[^/]*$/.test(path);
}

function callOnce(
  { client }: Channel,
  method: AnyMethod,
  request: object,
  metadata: Metadata,
  deadline: number,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    client().makeUnaryRequest(
      method.path,
      method.requestSerialize as (value: unknown) => Buffer,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      (error, answer) => (error ? reject(error) : resolve(answer)),
    );
  });
}

/** Fields that were left out get their defaults, as generated encoders expect every field. */
function completeRequest(method: AnyMethod, request: unknown): object {
  return { ...(method.requestDeserialize(Buffer.alloc(0)) as object), ...(request as object) };
}
