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
import { channelOptions, isRead } from './client';
import { completeMessage } from './complete-message';
import { GATEWAY, receiveContext, type ContextVerifier, type VerifiedContext } from './context';
import { listCallers, listOperations, parseDescriptors, type OperationContract } from './contract';
import { ForbiddenError, ForgeError, isForgeError, fromDiskError, fromDatabaseError } from '@forgemesh/errors';
import { type Logger, callerFields, runInScope, type Metrics } from '@forgemesh/telemetry';
import { bindOperations, Call, type BoundOperation, type Download } from './operation';
import { writeJson } from './prepared-json';
import { addReflection } from './reflection';
import { withDelegatedOperations } from './delegated-operations';
import { processName, type ProcessTls } from '@forgemesh/security';
import { CODEC_KEY, responseTrailer, toServiceError, UNMODIFIED_SINCE_KEY } from './wire';

/** What the server of a service needs. */
export interface GrpcServerOptions<Deps> {
  service: string;
  host: string;
  port: number;
  /** File with the descriptor set that the service was built with. */
  descriptors: string;
  /** Files with the descriptor sets of services in whose place this one answers some operations. */
  standsInFor?: readonly string[] | undefined;
  /** Whether tools may ask for the descriptors without a context. */
  reflection?: boolean;
  /** Revision that the service was built from. */
  revision: string;
  operations: readonly BoundOperation<Deps>[];
  deps: Deps;
  verifier: ContextVerifier;
  /** TLS of this process; absent where processes talk without it. */
  tls?: ProcessTls | undefined;
  /**
   * Awaited before a write is answered: no replica uses a cache entry from before it afterwards.
   */
  writesAcknowledged?: () => Promise<void>;
  log: Logger;
  metrics: Metrics;
}

/** A running server. */
export interface GrpcServer {
  port: number;
  /** Refuses new calls and waits for those in flight, at most the given time. */
  stop(graceMs: number): Promise<void>;
}

type Stream = ServerDuplexStream<Buffer, Buffer>;
const identity = (bytes: Buffer): Buffer => bytes;

/** Starts the server. Throws when an operation of the contract has no handler. */
export async function startGrpcServer<Deps>(options: GrpcServerOptions<Deps>): Promise<GrpcServer> {
  const ownSet = readFileSync(options.descriptors);
  const handled = new Set(options.operations.map(({ method }) => method.path));
  const { standsInFor = [] } = options;
  const descriptorSet =
    standsInFor.length === 0
      ? ownSet
      : withDelegatedOperations(
          ownSet,
          standsInFor.map((file) => readFileSync(file)),
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

  const gate = new CallGate(options, contracts, listCallers(registry));
  const server = new Server({
    ...channelOptions,
    interceptors: [contextFirst(options, gate, new Set(operations.map(({ method }) => method.path)))],
    // A caller that connects anew learns of replicas that came meanwhile.
    'grpc.max_connection_age_ms': 60_000,
    'grpc.max_connection_age_grace_ms': 120_000,
  });
  const runner = new CallRunner(options, contracts, gate);
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
class CallGate {
  /** Services in whose name this process answers. */
  private readonly audiences: ReadonlySet<string>;
  /** Contexts of the calls under way, by the metadata that they came with. */
  private readonly admitted = new WeakMap<Metadata, VerifiedContext>();

  constructor(
    private readonly options: Pick<GrpcServerOptions<never>, 'service' | 'standsInFor' | 'verifier' | 'log'>,
    private readonly contracts: ReadonlyMap<string, OperationContract>,
    private readonly callers: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    const delegating = (options.standsInFor ?? []).map((file) => basename(file, '.binpb'));
    this.audiences = new Set([options.service, ...delegating]);
  }

  /**
   * The context of a call. Throws UnauthenticatedError, and ForbiddenError for a process that may
   * not call the RPC.
   */
  async admit(rpc: string, metadata: Metadata): Promise<VerifiedContext> {
    const known = this.admitted.get(metadata);
    if (known) return known;
    const { verifier, log } = this.options;
    const context = await receiveContext(verifier, metadata, { audiences: this.audiences, method: rpc });
    const { issuer } = context;
    const mayCall = this.callers.get(rpc)?.has(issuer) ?? false;
    if (!mayCall && !(issuer === GATEWAY && this.contracts.has(rpc))) {
      log.error({ rpc, caller: issuer }, 'call refused: the contract does not name the caller');
      throw new ForbiddenError();
    }
    this.admitted.set(metadata, context);
    return context;
  }
}

/**
 * Refuses calls of our operations without a valid context before anything of their message is read:
 * the library would hold all of it, up to the largest message, before a handler sees the metadata.
 */
function contextFirst<Deps>(
  { metrics, tls, log }: GrpcServerOptions<Deps>,
  gate: CallGate,
  paths: ReadonlySet<string>,
): ServerInterceptor {
  return ({ path: rpc }, call) => {
    if (!paths.has(rpc)) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const admitted = gate.admit(rpc, metadata).then(({ issuer }) => {
          if (!tls) return;
          const { sslPeerCertificate: shown } = call.getAuthContext();
          if (shown && processName(shown) === issuer) return;
          log.error({ rpc, caller: issuer }, 'call refused: the connection is of another process than the context');
          throw new ForbiddenError();
        });
        admitted.then(
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

/** The operation that tells the gateway which operations this service has. */
function descriptorOperation<Deps>({ service, revision }: GrpcServerOptions<Deps>, set: Buffer): BoundOperation<Deps> {
  const version = createHash('sha256').update(set).digest('hex');
  const { internalOperation } = bindOperations<Deps>();
  const started_at = startOfProcess();
  return internalOperation(DescriptorServiceDefinition.getDescriptors, async ({ known_version: known }) => ({
    service,
    version,
    file_descriptor_set: known === version ? Buffer.alloc(0) : set,
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
    // Bytes in, bytes out: the codec is known only when the call is there.
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
    private readonly gate: CallGate,
  ) {}

  handlerOf(operation: BoundOperation<Deps>): UntypedServiceImplementation[string] {
    switch (operation.kind) {
      case 'unary':
        return ((
          stream: Stream & { request: Buffer },
          done: (error: unknown, value?: Buffer, trailer?: Metadata) => void,
        ) => {
          void this.run(operation, stream, async (call, codec) => {
            const answer = await operation.handle(codec.decode(stream.request) as never, call);
            return codec.encode(answer);
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
      const context = await this.gate.admit(rpc, stream.metadata);
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
      // An internal error of a further call may be the fault of the connection, which nobody else
      // logs.
      if (!isForgeError(error) || error.reason === 'internal') log.error({ err: error, rpc }, 'call failed');
      else if (error.reason === 'unavailable') log.warn({ err: error, rpc }, 'call refused: something is away');
      throw isForgeError(error) ? error : new ForgeError('internal', undefined, { cause: error });
    }
  }
}

interface Codec {
  decode(bytes: Buffer): unknown;
  encode(answer: unknown): Buffer;
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
      encode: (answer) => encodeBody(answer, contract),
      encodeHeaders: (headers) => Buffer.from(JSON.stringify({ headers })),
      encodeChunk: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    };
  }
  return {
    // An operation sees a list that was not sent as undefined, as under JSON; protobuf cannot tell
    // it from an empty one.
    decode: (bytes) => {
      const request = method.requestDeserialize(bytes);
      return contract ? withoutEmptyLists(request) : request;
    },
    encode: (answer) =>
      method.responseSerialize(contract ? completeMessage(answer, contract.method.output) : withoutNulls(answer)),
    encodeHeaders: (headers) => method.responseSerialize({ part: { $case: 'headers', value: { headers } } }),
    encodeChunk: (chunk) => method.responseSerialize({ part: { $case: 'chunk', value: chunk } }),
  };
}

/** The finished HTTP body. */
function encodeBody(answer: unknown, contract: OperationContract | undefined): Buffer {
  if (contract?.status === 204 || answer === undefined) return empty;
  const field = contract?.options.body;
  const body = field ? ((answer as Record<string, unknown>)[field] ?? null) : answer;
  return writeJson(body);
}

function withoutEmptyLists(request: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
}

/** Null has no place in protobuf: it becomes absent. */
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
