/**
 * The gRPC server of a service: both codecs, verified contexts, errors of the catalogue, metrics,
 * health, reflection.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
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
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import { HealthImplementation } from 'grpc-health-check';
import { channelOptions, isRead } from '../client/client';
import { completeMessage } from './complete-message';
import { GATEWAY, receiveContext, type ContextVerifier, type VerifiedContext } from '../context';
import { listCallers, listOperations, parseDescriptors, type OperationContract } from '../contract';
import { ForbiddenError, ForgeError, isForgeError, fromDiskError, fromDatabaseError } from '@forgemesh/errors';
import { type Logger, callerFields, runInScope, type Metrics } from '@forgemesh/telemetry';
import { bindOperations, Call, type BoundOperation, type Download } from '../operation';
import { writeJson } from './prepared-json';
import { addReflection } from './reflection';
import { withDelegatedOperations } from './delegated-operations';
import { processName, type ProcessTls } from '@forgemesh/security';
import { CODEC_KEY, responseTrailer, toServiceError, UNMODIFIED_SINCE_KEY } from '../wire';

/** Options of the server. */
export interface GrpcServerOptions<Deps> {
  service: string;
  host: string;
  port: number;
  /** File with the descriptor set of the service's build. */
  descriptors: string;
  /** Files with the descriptor sets of services of which this one handles some operations. */
  delegatedDescriptors?: readonly string[] | undefined;
  /** Whether reflection is offered to tools, without a context. */
  reflection?: boolean;
  /** Revision of the build. */
  revision: string;
  operations: readonly BoundOperation<Deps>[];
  deps: Deps;
  verifier: ContextVerifier;
  /** TLS of this process; absent if the processes communicate without TLS. */
  tls?: ProcessTls | undefined;
  /** Awaited before the response to a write: afterwards no replica uses an older cache entry. */
  writesAcknowledged?: () => Promise<void>;
  log: Logger;
  metrics: Metrics;
}

/** A running server. */
export interface GrpcServer {
  port: number;
  /** Rejects new calls and waits for those in progress, at most the given time. */
  stop(graceMs: number): Promise<void>;
}

type Stream = ServerDuplexStream<Buffer, Buffer>;
const identity = (bytes: Buffer): Buffer => bytes;

/** Starts the server. Throws if an operation of the contract has no handler. */
export async function startGrpcServer<Deps>(options: GrpcServerOptions<Deps>): Promise<GrpcServer> {
  const ownSet = readFileSync(options.descriptors);
  const handled = new Set(options.operations.map(({ method }) => method.path));
  const { delegatedDescriptors = [] } = options;
  const descriptorSet =
    delegatedDescriptors.length === 0
      ? ownSet
      : withDelegatedOperations(
          ownSet,
          delegatedDescriptors.map((file) => readFileSync(file)),
          handled,
        );
  const registry = parseDescriptors(descriptorSet);
  const contracts = new Map(listOperations(registry).map((contract) => [contract.rpc, contract]));
  const operations = [
    ...options.operations,
    descriptorOperation<Deps>(options, descriptorSet),
    processOperation<Deps>(),
  ];
  const missing = [...contracts.keys()].filter((rpc) => !operations.some(({ method }) => method.path === rpc));
  if (missing.length > 0) throw new Error(`no handler is registered for ${missing.join(', ')}`);

  const authorizer = new CallAuthorizer(options, contracts, listCallers(registry));
  const server = new Server({
    ...channelOptions,
    interceptors: [authorizingInterceptor(options, authorizer, new Set(operations.map(({ method }) => method.path)))],
    // Callers reconnect regularly, and so find replicas that were added.
    'grpc.max_connection_age_ms': 60_000,
    'grpc.max_connection_age_grace_ms': 120_000,
  });
  const runner = new CallRunner(options, contracts, authorizer);
  for (const [definition, implementation] of groupByService(operations, runner))
    server.addService(definition, implementation);
  const health = new HealthImplementation({ '': 'SERVING', [options.service]: 'SERVING' });
  health.addToServer(server);
  if (options.reflection) addReflection(server, descriptorSet);

  const port = await new Promise<number>((resolve, reject) => {
    const credentials = options.tls?.serverCredentials() ?? ServerCredentials.createInsecure();
    server.bindAsync(`${options.host}:${options.port}`, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    port,
    stop: (graceMs) =>
      new Promise((resolve) => {
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
  /** Services for which this process handles calls. */
  private readonly audiences: ReadonlySet<string>;
  /** Contexts of the calls in progress, by their metadata. */
  private readonly authorized = new WeakMap<Metadata, VerifiedContext>();

  constructor(
    private readonly options: Pick<GrpcServerOptions<never>, 'service' | 'delegatedDescriptors' | 'verifier' | 'log'>,
    private readonly contracts: ReadonlyMap<string, OperationContract>,
    private readonly callers: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    const delegating = (options.delegatedDescriptors ?? []).map((file) => basename(file, '.binpb'));
    this.audiences = new Set([options.service, ...delegating]);
  }

  /**
   * Returns the context of a call. Throws UnauthenticatedError, or ForbiddenError for a process
   * that may not call the RPC.
   */
  async authorize(rpc: string, metadata: Metadata): Promise<VerifiedContext> {
    const authorizedContext = this.authorized.get(metadata);
    if (authorizedContext) return authorizedContext;
    const { verifier, log } = this.options;
    const context = await receiveContext(verifier, metadata, { audiences: this.audiences, method: rpc });
    const { issuer } = context;
    const mayCall = this.callers.get(rpc)?.has(issuer) ?? false;
    if (!mayCall && !(issuer === GATEWAY && this.contracts.has(rpc))) {
      log.error({ rpc, caller: issuer }, 'call refused: the contract does not name the caller');
      throw new ForbiddenError();
    }
    this.authorized.set(metadata, context);
    return context;
  }
}

/**
 * Rejects calls without a valid context before their message is read: otherwise the library would
 * buffer all of it, up to the maximum size, before a handler sees the metadata.
 */
function authorizingInterceptor<Deps>(
  { metrics, tls, log }: GrpcServerOptions<Deps>,
  authorizer: CallAuthorizer,
  paths: ReadonlySet<string>,
): ServerInterceptor {
  return ({ path: rpc }, call) => {
    if (!paths.has(rpc)) return new ServerInterceptingCall(call);
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

/** The operation from which the gateway learns the operations of this service. */
function descriptorOperation<Deps>({ service, revision }: GrpcServerOptions<Deps>, set: Buffer): BoundOperation<Deps> {
  const version = createHash('sha256').update(set).digest('hex');
  const { internalOperation } = bindOperations<Deps>();
  const started_at = startOfProcess();
  return internalOperation(DescriptorServiceDefinition.getDescriptors, async ({ known_version: knownVersion }) => ({
    service,
    version,
    file_descriptor_set: knownVersion === version ? Buffer.alloc(0) : set,
    revision,
    started_at,
  }));
}

/** The operation that describes this process to administrators. */
function processOperation<Deps>(): BoundOperation<Deps> {
  const facts = { hostname: hostname(), pid: process.pid, started_at: startOfProcess() };
  const { internalOperation } = bindOperations<Deps>();
  return internalOperation(DescriptorServiceDefinition.getProcess, () => Promise.resolve(facts));
}

function startOfProcess(): string {
  return new Date(Date.now() - process.uptime() * 1000).toISOString();
}

function groupByService<Deps>(
  operations: readonly BoundOperation<Deps>[],
  runner: CallRunner<Deps>,
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
    group[1][name] = runner.handlerOf(operation);
  }
  return [...groups.values()];
}

/** Runs calls: context, codec, log scope, errors, metrics. */
class CallRunner<Deps> {
  constructor(
    private readonly options: GrpcServerOptions<Deps>,
    private readonly contracts: ReadonlyMap<string, OperationContract>,
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
            const response = await operation.handle(codec.decode(stream.request) as never, call);
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
            const request = codec.decode(first.done ? Buffer.alloc(0) : first.value) as never;
            return codec.encode(await operation.handle(request, { [Symbol.asyncIterator]: () => chunks }, call));
          }).then(
            ([bytes, call]) => done(null, bytes, responseTrailer(call.info)),
            (error: unknown) => done(toServiceError(error)),
          );
        }) as UntypedServiceImplementation[string];
      case 'download':
        return ((stream: Stream & { request: Buffer }) => {
          void this.run(operation, stream, async (call, codec) => {
            const download = await operation.handle(codec.decode(stream.request) as never, call);
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
    const { log, metrics, deps, writesAcknowledged } = this.options;
    const rpc = operation.method.path;
    const stopTimer = metrics.served.startTimer({ rpc });
    try {
      const context = await this.authorizer.authorize(rpc, stream.metadata);
      const abort = new AbortController();
      stream.on('cancelled', () => abort.abort());
      const since = stream.metadata.get(UNMODIFIED_SINCE_KEY)[0];
      const call = new Call<Deps>(
        context,
        deps,
        log,
        abort.signal,
        since === undefined ? undefined : new Date(String(since)),
      );
      const codec = codecOf(operation, this.contracts.get(rpc), stream.metadata);
      const until = Number(stream.getDeadline());
      const fields = { request_id: context.request_id, ...callerFields(context) };
      const bytes = await runInScope({ fields, context, until }, () => work(call, codec)).finally(() =>
        isRead(operation.method) ? undefined : writesAcknowledged?.(),
      );
      stopTimer({ code: 'ok' });
      return [bytes, call];
    } catch (thrown) {
      const error = fromDiskError(fromDatabaseError(thrown));
      stopTimer({ code: isForgeError(error) ? error.reason : 'internal' });
      // An internal error of a nested call may be caused by the connection, and is not logged
      // elsewhere.
      if (!isForgeError(error) || error.reason === 'internal') log.error({ err: error, rpc }, 'call failed');
      else if (error.reason === 'unavailable')
        log.warn({ err: error, rpc }, 'call refused: a dependency is unavailable');
      throw isForgeError(error) ? error : new ForgeError('internal', undefined, { cause: error });
    }
  }
}

interface Codec {
  decode(bytes: Buffer): unknown;
  encode(response: unknown): Buffer;
  encodeHeaders(headers: Record<string, string>): Buffer;
  encodeChunk(chunk: Uint8Array): Buffer;
}

const empty = Buffer.alloc(0);

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
      decode: (bytes) => (bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8'))),
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

/** Encodes the HTTP body. */
function encodeBody(response: unknown, contract: OperationContract | undefined): Buffer {
  if (contract?.status === 204 || response === undefined) return empty;
  const field = contract?.options.body;
  const body = field ? ((response as Record<string, unknown>)[field] ?? null) : response;
  return writeJson(body);
}

function withoutEmptyLists(request: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
}

/** Protobuf has no null: it becomes absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutNulls(entry)]));
}

async function writeDownload(stream: Stream, { headers, content }: Download, codec: Codec): Promise<void> {
  const write = async (bytes: Buffer): Promise<void> => {
    if (!stream.write(bytes)) await new Promise<void>((resolve) => stream.once('drain', resolve));
  };
  await write(codec.encodeHeaders(headers));
  for await (const chunk of content) {
    if (stream.cancelled) return;
    await write(codec.encodeChunk(chunk));
  }
}
