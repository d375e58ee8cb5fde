/**
 * The gRPC server of a service: both codecs, verified contexts, health, reflection.
 */
import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  ServerListenerBuilder,
  type Metadata,
  type MethodDefinition as GrpcMethod,
  type ServerDuplexStream,
  type ServerInterceptor,
  type StatusObject,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { ForbiddenError, isForgeError } from '@forgemesh/errors';
import { processName, type ProcessTls } from '@forgemesh/security';
import { channelOptions } from '../client/channel-options';
import { receiveContext, type ContextVerifier, type VerifiedContext } from '../context';
import type { OperationContract } from '../contract';
import type { BoundOperation, Call, Download } from '../operation';
import {
  CODEC_KEY,
  MEMBER_KEY,
  responseTrailer,
  toServiceError,
  TRACE_PARENT_KEY,
  UNMODIFIED_SINCE_KEY,
} from '../wire';
import { CallHandler, type CallHandlerOptions, type IncomingCall } from './call-handler';
import { completeMessage } from './complete-message';
import { decodeJson } from '../long-json';
import { encodeBody } from './encode-body';
import { addReflection } from './reflection';
import { withoutEmptyLists, withoutNulls } from './plain-messages';

/** Where and how a server listens. */
export interface GrpcListenOptions {
  host: string;
  port: number;
  /** Whether reflection is offered to tools, without a context. */
  reflection?: boolean;
  verifier: ContextVerifier;
  /** TLS of this process; absent if the processes communicate without TLS. */
  tls?: ProcessTls | undefined;
  /** Name of this process among those of its service; empty if it has none. */
  member?: string;
  /** Whether calls can be served now; asked by each health check. */
  checkHealth?: () => Promise<ServerHealth>;
}

/**
 * Answer to a health check: `stopping` finishes the calls in progress; `degraded` cannot serve
 * them, because the database cannot be reached.
 */
export type ServerHealth = 'serving' | 'stopping' | 'degraded';

/**
 * Reason of all aborted signals. The library reports each call as cancelled when it ends, and a
 * reason of its own takes a stack trace.
 */
const cancelled = new DOMException('The call was cancelled', 'AbortError');

/** Statuses of the standard health service. */
const statusOf = { serving: 'SERVING', stopping: 'NOT_SERVING', degraded: 'UNKNOWN' } as const;

/** A running server. */
export interface GrpcServer {
  port: number;
  /** Rejects new calls and waits for those in progress, at most the given time. */
  stop(graceMs: number): Promise<void>;
}

type Stream = ServerDuplexStream<Buffer, Buffer>;
const HEALTH_CHECK = '/grpc.health.v1.Health/Check';
const identity = (bytes: Buffer): Buffer => bytes;

/** Starts the server of a service. Throws if an operation of the contract has no handler. */
export async function startGrpcServer<Deps>(
  options: CallHandlerOptions<Deps> & GrpcListenOptions,
): Promise<GrpcServer> {
  return listenForCalls(new CallHandler(options), options);
}

/** Starts a server whose calls a handler handles. */
export async function listenForCalls<Deps>(
  handler: CallHandler<Deps>,
  {
    host,
    port: requestedPort,
    reflection,
    verifier,
    tls,
    member = '',
    checkHealth = () => Promise.resolve('serving'),
  }: GrpcListenOptions,
): Promise<GrpcServer> {
  const authorizer = new CallAuthorizer(handler, verifier);
  const health = new HealthImplementation({ '': 'SERVING', [handler.options.service]: 'SERVING' });
  let isStopping = false;
  const updateHealth = async (): Promise<void> => {
    const status = statusOf[await checkHealth()];
    if (!isStopping) health.setStatus('', status);
  };
  const server = new Server({
    ...channelOptions,
    interceptors: [authorizingInterceptor(handler, { authorizer, tls }), healthInterceptor(updateHealth, member)],
    // Callers reconnect regularly, and so find replicas that were added.
    'grpc.max_connection_age_ms': 60_000,
    'grpc.max_connection_age_grace_ms': 120_000,
  });
  const receiver = new CallReceiver(handler, authorizer);
  for (const [definition, implementation] of groupByService([...handler.operations.values()], receiver))
    server.addService(definition, implementation);
  health.addToServer(server);
  if (reflection) addReflection(server, handler.descriptorSet);

  const port = await new Promise<number>((resolve, reject) => {
    const credentials = tls?.serverCredentials() ?? ServerCredentials.createInsecure();
    server.bindAsync(`${host}:${requestedPort}`, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    port,
    stop: (graceMs) =>
      new Promise((resolve) => {
        isStopping = true;
        health.setStatus('', 'NOT_SERVING');
        const force = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}

/** Decides which process may make which call. */
class CallAuthorizer {
  /** Contexts of the calls in progress, by their metadata. */
  private readonly authorized = new WeakMap<Metadata, VerifiedContext>();

  constructor(
    private readonly handler: Pick<CallHandler<never>, 'audiences' | 'assertMayCall'>,
    private readonly verifier: ContextVerifier,
  ) {}

  /**
   * Returns the context of a call. Throws UnauthenticatedError, or ForbiddenError for a process
   * that may not call the RPC.
   */
  async authorize(rpc: string, metadata: Metadata): Promise<VerifiedContext> {
    const authorizedContext = this.authorized.get(metadata);
    if (authorizedContext) return authorizedContext;
    const { audiences } = this.handler;
    const context = await receiveContext(this.verifier, metadata, { audiences, method: rpc });
    this.handler.assertMayCall(rpc, context.issuer);
    this.authorized.set(metadata, context);
    return context;
  }
}

/**
 * Rejects calls without a valid context before their message is read: otherwise the library would
 * buffer all of it, up to the maximum size, before a handler sees the metadata.
 */
function authorizingInterceptor<Deps>(
  { operations, options: { metrics, log } }: CallHandler<Deps>,
  { authorizer, tls }: { authorizer: CallAuthorizer; tls: ProcessTls | undefined },
): ServerInterceptor {
  return ({ path: rpc }, call) => {
    if (!operations.has(rpc)) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const authorized = authorizer.authorize(rpc, metadata).then(({ issuer }) => {
          if (!tls) return;
          const { sslPeerCertificate: shown } = call.getAuthContext();
          if (shown && processName(shown) === issuer) return;
          log.error({ rpc, caller: issuer }, 'call refused: connection and context belong to different processes');
          throw new ForbiddenError();
        });
        authorized.then(
          () => next(metadata),
          (error: unknown) => {
            metrics.served.observe({ rpc, code: isForgeError(error) ? error.reason : 'internal' }, 0);
            call.sendStatus(toServiceError(error) as StatusObject);
          },
        );
      })
      .build();
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };
}

/** Updates the health before each check, and names the process in the response. */
function healthInterceptor(updateHealth: () => Promise<void>, member: string): ServerInterceptor {
  return ({ path }, call) => {
    if (path !== HEALTH_CHECK) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        void updateHealth().then(() => next(metadata));
      })
      .build();
    return new ServerInterceptingCall(call, {
      start: (next) => next(listener),
      sendMetadata(metadata, next) {
        if (member !== '') metadata.set(MEMBER_KEY, member);
        next(metadata);
      },
    });
  };
}

function groupByService<Deps>(
  operations: readonly BoundOperation<Deps>[],
  receiver: CallReceiver<Deps>,
): [Record<string, GrpcMethod<Buffer, Buffer>>, UntypedServiceImplementation][] {
  const groups = new Map<string, [Record<string, GrpcMethod<Buffer, Buffer>>, UntypedServiceImplementation]>();
  for (const operation of operations) {
    const [, service = '', name = ''] = operation.method.path.split('/');
    const group = groups.get(service) ?? [{}, {}];
    groups.set(service, group);
    const { path, requestStream, responseStream } = operation.method;
    // Messages are passed as bytes: the codec is known only when the call arrives.
    group[0][name] = {
      path,
      requestStream,
      responseStream,
      requestSerialize: identity,
      requestDeserialize: identity,
      responseSerialize: identity,
      responseDeserialize: identity,
    };
    group[1][name] = receiver.handlerOf(operation);
  }
  return [...groups.values()];
}

/** Receives the calls of the library: context, codec, streams. */
class CallReceiver<Deps> {
  constructor(
    private readonly handler: CallHandler<Deps>,
    private readonly authorizer: CallAuthorizer,
  ) {}

  handlerOf(operation: BoundOperation<Deps>): UntypedServiceImplementation[string] {
    switch (operation.kind) {
      case 'unary':
        return ((
          stream: Stream & { request: Buffer },
          done: (error: unknown, value?: Buffer, trailer?: Metadata) => void,
        ) => {
          void this.run(operation, stream, async (call, codec) => {
            const response = await operation.handle((await codec.decode(stream.request)) as never, call);
            return codec.encode(response);
          }).then(
            ([bytes, call]) => done(null, bytes, responseTrailer(call.info)),
            (error: unknown) => done(toServiceError(error)),
          );
        }) as UntypedServiceImplementation[string];
      case 'upload':
        return ((stream: Stream, done: (error: unknown, value?: Buffer, trailer?: Metadata) => void) => {
          void this.run(operation, stream, async (call, codec) => {
            const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
            const first = await chunks.next();
            const request = (await codec.decode(first.done ? Buffer.alloc(0) : first.value)) as never;
            return codec.encode(await operation.handle(request, { [Symbol.asyncIterator]: () => chunks }, call));
          }).then(
            ([bytes, call]) => done(null, bytes, responseTrailer(call.info)),
            (error: unknown) => done(toServiceError(error)),
          );
        }) as UntypedServiceImplementation[string];
      case 'download':
        return ((stream: Stream & { request: Buffer }) => {
          void this.run(operation, stream, async (call, codec) => {
            const download = await operation.handle((await codec.decode(stream.request)) as never, call);
            await writeDownload(stream, download, codec);
            return Buffer.alloc(0);
          }).then(
            ([, call]) => stream.end(responseTrailer(call.info)),
            // Destroying the stream would end it without a status, and the caller would wait for
            // one.
            (error: unknown) => stream.emit('error', toServiceError(error)),
          );
        }) as UntypedServiceImplementation[string];
    }
  }

  private async run(
    operation: BoundOperation<Deps>,
    stream: Pick<Stream, 'metadata' | 'on' | 'getDeadline'>,
    work: (call: Call<Deps>, codec: Codec) => Promise<Buffer>,
  ): Promise<[Buffer, Call<Deps>]> {
    const { metadata } = stream;
    const rpc = operation.method.path;
    const accept = async (): Promise<IncomingCall> => {
      const context = await this.authorizer.authorize(rpc, metadata);
      const abort = new AbortController();
      stream.on('cancelled', () => abort.abort(cancelled));
      const since = metadata.get(UNMODIFIED_SINCE_KEY)[0];
      return {
        context,
        signal: abort.signal,
        until: Number(stream.getDeadline()),
        unmodifiedSince: since === undefined ? undefined : String(since),
      };
    };
    const traceParent = metadata.get(TRACE_PARENT_KEY)[0];
    const { result, call } = await this.handler.run(
      operation,
      accept,
      (accepted) => work(accepted, codecOf(operation, this.handler.contracts.get(rpc), metadata)),
      traceParent === undefined ? undefined : String(traceParent),
    );
    return [result, call];
  }
}

interface Codec {
  /** May return a promise. */
  decode(bytes: Buffer): unknown;
  encode(response: unknown): Buffer;
  encodeHeaders(headers: Record<string, string>): Buffer;
  encodeChunk(chunk: Uint8Array): Buffer;
}

function codecOf<Deps>(
  operation: BoundOperation<Deps>,
  contract: OperationContract | undefined,
  metadata: Metadata,
): Codec {
  const method = operation.method as unknown as {
    requestDeserialize(bytes: Buffer): Record<string, unknown>;
    responseSerialize(value: unknown): Buffer;
  };
  if (metadata.get(CODEC_KEY)[0] === 'json') {
    return {
      decode: (bytes) => (bytes.length === 0 ? {} : decodeJson(bytes)),
      encode: (response) => encodeBody(response, contract),
      encodeHeaders: (headers) => Buffer.from(JSON.stringify({ headers })),
      encodeChunk: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    };
  }
  return {
    // A handler sees a list that was not sent as undefined, as with JSON; protobuf cannot
    // distinguish it from an empty one.
    decode: (bytes) => {
      const request = method.requestDeserialize(bytes);
      return contract ? withoutEmptyLists(request) : request;
    },
    encode: (response) =>
      method.responseSerialize(contract ? completeMessage(response, contract.method.output) : withoutNulls(response)),
    encodeHeaders: (headers) => method.responseSerialize({ part: { $case: 'headers', value: { headers } } }),
    encodeChunk: (chunk) => method.responseSerialize({ part: { $case: 'chunk', value: chunk } }),
  };
}

async function writeDownload(stream: Stream, { headers, content }: Download, codec: Codec): Promise<void> {
  const write = async (bytes: Buffer): Promise<void> => {
    if (!stream.write(bytes)) await drained(stream);
  };
  await write(codec.encodeHeaders(headers));
  for await (const chunk of content) {
    if (stream.cancelled) return;
    await write(codec.encodeChunk(chunk));
  }
}

/**
 * Resolves when more can be written, or nothing more needs to be: a cancelled stream never drains.
 */
function drained(stream: Stream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('cancelled', done);
      resolve();
    };
    stream.on('drain', done).on('cancelled', done);
    if (stream.cancelled) done();
  });
}
