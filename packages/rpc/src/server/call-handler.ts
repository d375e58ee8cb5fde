/**
 * Handles the calls of a service, however they arrive: who may call what, log scope, errors of the
 * catalogue, metrics. The gRPC server and the local server differ only in how they carry messages.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { DescMethod } from '@bufbuild/protobuf';
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import { ForbiddenError, ForgeError, fromDatabaseError, fromDiskError, isForgeError } from '@forgemesh/errors';
import { callerFields, runInScope, type Logger, type Metrics } from '@forgemesh/telemetry';
import { GATEWAY, type VerifiedContext } from '../context';
import { listCallers, listMethods, listOperations, parseDescriptors, type OperationContract } from '../contract';
import { bindOperations, Call, isRead, type BoundOperation } from '../operation';
import { withDelegatedOperations } from './delegated-operations';

/** A service whose calls are handled. */
export interface CallHandlerOptions<Deps> {
  service: string;
  /** File with the descriptor set of the service's build. */
  descriptors: string;
  /** Files with the descriptor sets of services of which this one handles some operations. */
  delegatedDescriptors?: readonly string[] | undefined;
  /** Revision of the build. */
  revision: string;
  operations: readonly BoundOperation<Deps>[];
  deps: Deps;
  /** Awaited before the response to a write: afterwards no replica uses an older cache entry. */
  writesAcknowledged?: () => Promise<void>;
  log: Logger;
  metrics: Metrics;
}

/** A call that has arrived. */
export interface IncomingCall {
  context: VerifiedContext;
  /** Aborted when the caller disconnects or the deadline passes. */
  signal: AbortSignal;
  /** Deadline of the caller, in milliseconds since 1970. */
  until: number;
  /** `If-Unmodified-Since` of the request. */
  unmodifiedSince: string | undefined;
}

/** The operations of a service and what is known about them. */
export class CallHandler<Deps> {
  /** Services for which the process handles calls. */
  readonly audiences: ReadonlySet<string>;
  /** All operations by the path of their RPC. */
  readonly operations: ReadonlyMap<string, BoundOperation<Deps>>;
  /** The operations of the REST API by the path of their RPC. */
  readonly contracts: ReadonlyMap<string, OperationContract>;
  /** The declared methods by the path of their RPC. */
  readonly methods: ReadonlyMap<string, DescMethod>;
  readonly descriptorSet: Buffer;
  private readonly callers: ReadonlyMap<string, ReadonlySet<string>>;

  /** Throws an error if an operation of the contract has no handler. */
  constructor(readonly options: CallHandlerOptions<Deps>) {
    const { service, delegatedDescriptors = [], operations } = options;
    this.descriptorSet = readDescriptorSet(options);
    const registry = parseDescriptors(this.descriptorSet);
    this.contracts = new Map(listOperations(registry).map((contract) => [contract.rpc, contract]));
    this.methods = listMethods(registry);
    this.callers = listCallers(registry);
    this.audiences = new Set([service, ...delegatedDescriptors.map((file) => basename(file, '.binpb'))]);
    const all = [...operations, descriptorOperation(options, this.descriptorSet), processOperation<Deps>()];
    this.operations = new Map(all.map((operation) => [operation.method.path, operation]));
    const missing = [...this.contracts.keys()].filter((rpc) => !this.operations.has(rpc));
    if (missing.length > 0) throw new Error(`no handler is registered for ${missing.join(', ')}`);
  }

  /** Throws ForbiddenError for a process that may not call the RPC. */
  assertMayCall(rpc: string, issuer: string): void {
    if (this.callers.get(rpc)?.has(issuer) || (issuer === GATEWAY && this.contracts.has(rpc))) return;
    this.options.log.error({ rpc, caller: issuer }, 'call refused: the contract does not name the caller');
    throw new ForbiddenError();
  }

  /**
   * Runs the work of a call in its scope and measures it. Throws ForgeError; `accept` may throw it,
   * too.
   */
  async run<T>(
    operation: BoundOperation<Deps>,
    accept: () => Promise<IncomingCall> | IncomingCall,
    work: (call: Call<Deps>) => Promise<T>,
  ): Promise<{ result: T; call: Call<Deps> }> {
    const { log, metrics, deps, writesAcknowledged } = this.options;
    const rpc = operation.method.path;
    const stopTimer = metrics.served.startTimer({ rpc });
    try {
      const { context, signal, until, unmodifiedSince: since } = await accept();
      const call = new Call<Deps>(context, deps, log, signal, since === undefined ? undefined : new Date(since));
      const fields = { request_id: context.request_id, ...callerFields(context) };
      const result = await runInScope({ fields, context, until }, () => work(call)).finally(() =>
        isRead(operation.method) ? undefined : writesAcknowledged?.(),
      );
      stopTimer({ code: 'ok' });
      return { result, call };
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

function readDescriptorSet<Deps>({
  descriptors,
  delegatedDescriptors = [],
  operations,
}: CallHandlerOptions<Deps>): Buffer {
  const own = readFileSync(descriptors);
  if (delegatedDescriptors.length === 0) return own;
  const handled = new Set(operations.map(({ method }) => method.path));
  return withDelegatedOperations(
    own,
    delegatedDescriptors.map((file) => readFileSync(file)),
    handled,
  );
}

/** The operation from which the gateway learns the operations of this service. */
function descriptorOperation<Deps>({ service, revision }: CallHandlerOptions<Deps>, set: Buffer): BoundOperation<Deps> {
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
