/**
 * Calls to other services: typed, with a deadline, signed by this service on behalf of the current
 * caller.
 */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Metadata, status as GrpcStatus, type ServiceError } from '@grpc/grpc-js';
import { openChannel, wasUnsent, type Channel } from './channel';
import { channelOptions } from './channel-options';
import { createMemberPools, type MemberPools } from './pool';
import { type CallContext, currentRequestId, currentScope, inSpan, type Metrics } from '@forgemesh/telemetry';
import { sendContext, serviceContext, type ContextSigner } from '../context';
import { UnavailableError } from '@forgemesh/errors';
import { isRead, type MethodDefinition } from '../operation';
import { rpcSpan } from '../rpc-span';
import { WAIT_TIMEOUT_MS } from './wait-for-ready';
import { createLocalCaller, type LocalCallerOptions } from '../local/local-caller';
import {
  createStorageRouter,
  DEFAULT_STORAGE,
  grantedProject,
  grantedStorage,
  isStorageKey,
  projectOfRequest,
  storageOfRequest,
} from './storage-router';
import type { ProcessTls } from '@forgemesh/security';
import { fromServiceError } from '../wire';

const DEFAULT_TIMEOUT_MS = 10_000;
/**
 * Wait for a connection in background work, in milliseconds: such work is retried anyway, and other
 * work waits behind it.
 */
const OWN_WAIT_TIMEOUT_MS = 10_000;
/** The wait for a connection ends this long before the deadline of the caller, in milliseconds. */
const MARGIN_MS = 1_000;
/** Pause before the state of a channel is checked, so that it has noticed the loss. */
const NOTICE_MS = 50;
/** Options of one call. */
export interface CallOptions {
  /** The caller on whose behalf it is made; by default that of the current request. */
  context?: CallContext;
  /**
   * Timeout in milliseconds after sending; includes the wait for a connection if all replicas are
   * equal.
   */
  timeoutMs?: number;
  /**
   * The storage that the call concerns, if the service has shards. By default the field `storage`
   * of the request, then the storage of the project in the context; without either, any shard is
   * called.
   */
  storage?: string;
}

type AnyMethod = MethodDefinition<never, never>;
type RequestOf<M> = M extends { requestSerialize: (value: infer Request) => Buffer } ? Request : never;
type ResponseOf<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Response } ? Response : never;

type ResultOf<M> = M extends { responseStream: true } ? AsyncIterable<ResponseOf<M>> : Promise<ResponseOf<M>>;

/** Options of a call that sends bytes after its request. */
export interface UploadOptions extends CallOptions {
  /** The bytes as a stream. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * The methods of a service as functions that return promises, or async iterables for streamed
 * responses. Request fields that are zero or empty may be omitted; the content of an upload is
 * passed in the options.
 */
export type ServiceClient<Service> = {
  [Name in keyof Service]: Service[Name] extends { requestStream: true }
    ? (request: Partial<RequestOf<Service[Name]>>, options: UploadOptions) => ResultOf<Service[Name]>
    : (request: Partial<RequestOf<Service[Name]>>, options?: CallOptions) => ResultOf<Service[Name]>;
};

/** Creates clients that call on behalf of one process. */
export interface Caller {
  /**
   * Returns a client of a service as generated code defines it (`AccessServiceDefinition`), at the
   * address of a deployable.
   */
  client<Service extends object>(service: Service, deployable: string): ServiceClient<Service>;
  close(): void;
}

/** Options of a caller. */
export interface CallerOptions {
  addresses: Record<string, string>;
  signer: ContextSigner;
  metrics: Metrics;
  /** TLS of this process; absent if the processes communicate without TLS. */
  tls?: ProcessTls | undefined;
  /** How long calls wait for an unavailable storage, in milliseconds. */
  waitTimeoutMs?: number;
  /** Default timeout of calls, in milliseconds. */
  timeoutMs?: number;
  /** Number of processes of a pool that reads of one project are spread over. */
  warmMembers?: number | undefined;
  /** The pools of the process, if it uses them otherwise too; else the caller has its own. */
  pools?: MemberPools;
  /** The services of the same process and the name of the caller; absent if there are none. */
  local?: Pick<LocalCallerOptions, 'services' | 'issuer'> | undefined;
}

/** Creates the caller of a process. Channels are opened at the first call. */
export function createCaller({
  addresses,
  signer,
  metrics,
  tls,
  waitTimeoutMs = WAIT_TIMEOUT_MS,
  timeoutMs: defaultTimeoutMs = DEFAULT_TIMEOUT_MS,
  warmMembers,
  pools: sharedPools,
  local,
}: CallerOptions): Caller {
  const localCaller = local && createLocalCaller({ ...local, signer, metrics });
  const channels = new Map<string, Channel>();
  const router = createStorageRouter(addresses);
  const pools = sharedPools ?? createMemberPools({ router, tls, waitTimeoutMs, warmMembers });
  const channelOf = (key: string): Channel => {
    let opened = channels.get(key);
    if (!opened) {
      const connectionOptions = {
        waitTimeoutMs: isStorageKey(key) ? waitTimeoutMs : 0,
        credentials: tls?.channelCredentials(router.namesAt(key)),
      };
      channels.set(key, (opened = openChannel(router.addressOf(key), channelOptions, connectionOptions)));
    }
    return opened;
  };
  /** Returns the storage that a call concerns; undefined if the service has no shards. */
  const storageOf = (deployable: string, request: () => object, options: CallOptions): string | undefined => {
    if (!router.isSharded(deployable)) return undefined;
    const storage = options.storage ?? storageOfRequest(request()) ?? grantedStorage(contextOf(options).access);
    return storage === undefined ? undefined : storage || DEFAULT_STORAGE;
  };
  const channel = (method: AnyMethod, deployable: string, request: object, options: CallOptions): Channel => {
    const key = router.keyOf(
      deployable,
      storageOf(deployable, () => request, options),
    );
    const pool = pools.at(key);
    if (!pool) return channelOf(key);
    const project = projectOfRequest(request) ?? grantedProject(contextOf(options).access);
    return pool.channelFor({ key: project?.toString(), isRead: isRead(method) });
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
    const to = channel(method, deployable, request, options);
    const { timeoutMs = defaultTimeoutMs } = options;
    // If a service has other replicas, the wait for one of them is part of the call.
    const end = to.waitTimeoutMs > 0 ? undefined : Date.now() + timeoutMs;
    const wait = waitLimitOf(to);
    for (let failures = 0; ;) {
      const stopTimer = metrics.called.startTimer({ rpc: method.path });
      try {
        // A context is valid for seconds only, so it is signed when the connection is ready.
        if (end !== undefined) await to.waitUntilReady({ until: end, ms: timeoutMs });
        const metadata = await metadataOf(method, deployable, options);
        metadata.setOptions({ waitForReady: end !== undefined });
        const response = await callOnce(to, method, request, metadata, end ?? Date.now() + timeoutMs);
        stopTimer({ code: 'ok' });
        return response;
      } catch (error) {
        const forgeError = fromServiceError(error as ServiceError);
        stopTimer({ code: forgeError.reason });
        const { code, details } = error as ServiceError;
        if (forgeError.reason !== 'unavailable' || code === GrpcStatus.DEADLINE_EXCEEDED) throw forgeError;
        // A read that lost its connection is retried; a write may have been carried out, unless it
        // was not sent.
        const isUnsent = wasUnsent(details);
        if (!isUnsent && !isRead(method)) throw forgeError;
        const isLastTry = (!isUnsent || end !== undefined) && ++failures > to.maxInterruptions;
        if (isLastTry || (end !== undefined && Date.now() >= end)) throw forgeError;
        if (end !== undefined) continue;
        await pause(NOTICE_MS);
        if (Date.now() >= wait.until || !(await to.waitUntilReady(wait))) throw forgeError;
      }
    }
  };

  /** A stream lives as long as it is read; only an explicit timeout ends it. */
  async function* read(
    method: AnyMethod,
    deployable: string,
    partial: unknown,
    options: CallOptions,
  ): AsyncGenerator<unknown> {
    const { timeoutMs } = options;
    const request = completeRequest(method, partial);
    const to = channel(method, deployable, request, options);
    for (let failures = 0; ; failures++) {
      await waitForConnection(to);
      const metadata = await metadataOf(method, deployable, options);
      let hasBegun = false;
      let parts: ReturnType<ReturnType<Channel['client']>['makeServerStreamRequest']> | undefined;
      try {
        parts = to
          .client()
          .makeServerStreamRequest(
            method.path,
            method.requestSerialize as (value: unknown) => Buffer,
            method.responseDeserialize,
            request,
            metadata,
            timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs },
          );
        for await (const part of parts) {
          hasBegun = true;
          yield part;
        }
        return;
      } catch (error) {
        const { code, details } = error as ServiceError;
        const forgeError = fromServiceError(error as ServiceError);
        const isLost = forgeError.reason === 'unavailable' && code === GrpcStatus.UNAVAILABLE;
        // A stream that reads, or was not sent, is repeated if nothing of it has arrived.
        if (hasBegun || !isLost || failures >= to.maxInterruptions || !(wasUnsent(details) || isRead(method)))
          throw forgeError;
        await pause(NOTICE_MS);
      } finally {
        parts?.cancel();
      }
    }
  }

  /** Sends a request and the bytes that follow it. Only an explicit timeout ends it. */
  const send = async (
    method: AnyMethod,
    deployable: string,
    partial: unknown,
    options: CallOptions,
  ): Promise<unknown> => {
    const { timeoutMs, content } = options as UploadOptions;
    const request = completeRequest(method, partial);
    const to = channel(method, deployable, request, options);
    await waitForConnection(to);
    const metadata = await metadataOf(method, deployable, options);
    const deadline = timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs };
    const client = clientOf(to);
    return new Promise((resolve, reject) => {
      const parts = client.makeClientStreamRequest(
        method.path,
        (bytes: Buffer) => bytes,
        method.responseDeserialize,
        metadata,
        deadline,
        (error, response) => (error ? reject(fromServiceError(error)) : resolve(response)),
      );
      const first = (method.requestSerialize as (value: unknown) => Buffer)(request);
      pipeline(startingWith(first, content), parts as Writable).catch((error: unknown) => {
        // If the server has ended the call, its response contains the reason.
        parts.cancel();
        reject(error);
      });
    });
  };

  const kindOf = ({ requestStream, responseStream }: AnyMethod) =>
    requestStream ? send : responseStream ? read : call;

  const make = (method: AnyMethod, deployable: string, partial: unknown, options: CallOptions): unknown => {
    const started = (): unknown => start(method, deployable, partial, options);
    // The span of a stream would end with its reader, which may be much later.
    if (method.responseStream) return started();
    return inSpan(
      () => rpcSpan('client', method.path),
      () => started() as Promise<unknown>,
    );
  };

  const start = (method: AnyMethod, deployable: string, partial: unknown, options: CallOptions): unknown => {
    const complete = (): object => completeRequest(method, partial);
    if (!localCaller?.has(deployable, storageOf(deployable, complete, options)))
      return kindOf(method)(method, deployable, partial, options);
    const { timeoutMs } = options;
    const outgoing = { method, service: deployable, request: partial, context: contextOf(options) };
    if (method.responseStream) return localCaller.read({ ...outgoing, timeoutMs });
    const { content } = options as Partial<UploadOptions>;
    if (method.requestStream) return localCaller.call({ ...outgoing, timeoutMs, ...(content && { content }) });
    return localCaller.call({ ...outgoing, timeoutMs: timeoutMs ?? defaultTimeoutMs });
  };

  return {
    client<Service extends object>(service: Service, deployable: string): ServiceClient<Service> {
      const methods = Object.entries(service as Record<string, AnyMethod>).map(([name, method]) => [
        name,
        (request: unknown, options: CallOptions = {}) => make(method, deployable, request, options),
      ]);
      return Object.fromEntries(methods) as ServiceClient<Service>;
    },
    close() {
      channels.forEach((opened) => opened.close());
      if (!sharedPools) pools.close();
    },
  };
}

async function* startingWith(first: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield first;
  // An empty message would still count as a part.
  for await (const chunk of content) if (chunk.length > 0) yield Buffer.from(chunk);
}

/**
 * How long a call waits for a storage: until shortly before the deadline of the caller, at most the
 * wait timeout; shorter for background work.
 */
function waitLimitOf({ waitTimeoutMs }: Channel): { until: number; ms: number } {
  const now = Date.now();
  const left = (currentScope()?.until ?? 0) - MARGIN_MS - now;
  const ms = left > 0 ? waitTimeoutMs : Math.min(waitTimeoutMs, OWN_WAIT_TIMEOUT_MS);
  return { until: now + (left > 0 ? Math.min(ms, left) : ms), ms };
}

/** Waits for the connection of a stream, which may have no deadline. Throws UnavailableError. */
async function waitForConnection(to: Channel): Promise<void> {
  const wait = to.waitTimeoutMs > 0 ? waitLimitOf(to) : { ms: DEFAULT_TIMEOUT_MS };
  if (!(await to.waitUntilReady(wait))) throw new UnavailableError(undefined, { retryAfter: 1 });
}

/** Returns the client of a connection. Throws UnavailableError if no process is available. */
function clientOf(to: Channel): ReturnType<Channel['client']> {
  try {
    return to.client();
  } catch (error) {
    throw fromServiceError(error as ServiceError);
  }
}

/** Returns the context of a call. */
function contextOf({ context }: CallOptions): CallContext {
  return context ?? currentScope()?.context ?? serviceContext(currentRequestId());
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
      (error, response) => (error ? reject(error) : resolve(response)),
    );
  });
}

/** Adds the defaults of omitted fields, because generated encoders expect every field. */
function completeRequest(method: AnyMethod, request: unknown): object {
  return { ...(method.requestDeserialize(Buffer.alloc(0)) as object), ...(request as object) };
}
