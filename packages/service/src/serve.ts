/** Starts a service from its configuration. */
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import {
  createCaller,
  type Caller,
  createSigner,
  createVerifier,
  type ContextVerifier,
  startGrpcServer,
  type BoundOperation,
} from '@forgemesh/rpc';
import type { ServiceConfig } from './config';
import {
  createDeadLetters,
  measurePending,
  startConsumer,
  type AnyConsumer,
  createEventSigner,
  createEventVerifier,
  readSignedSince,
  configuredServers,
  createEventBus,
  type EventBus,
  type EventEnvelope,
} from '@forgemesh/events';
import { setLocalRanges } from '@forgemesh/web';
import {
  drainHttpServer,
  EarlyRequests,
  portOf,
  startHttpServer,
  startMetricsServer,
  type HttpEndpoints,
} from './http';
import { createLogger, type Logger, withLogScope, createMetrics, type Metrics } from '@forgemesh/telemetry';
import {
  connectDatabase,
  createSequences,
  ensureIndexes,
  type Sequences,
  Outbox,
  replicateWrites,
} from '@forgemesh/data';
import { Rotation, rotationParts, type StoredSecrets } from './secret-rotation';
import { createLeases, startSchedule, type Leases, type Schedule } from './schedule';
import { configuredTls, type ProcessTls } from '@forgemesh/security';

/** Infrastructure from which a service creates its dependencies. */
export interface Runtime {
  config: ServiceConfig;
  log: Logger;
  metrics: Metrics;
  connection: Connection;
  sequences: Sequences;
  outbox: Outbox;
  bus: EventBus;
  caller: Caller;
  leases: Leases;
  verifier: ContextVerifier;
  /** TLS of this process; undefined if the processes communicate without TLS. */
  tls: ProcessTls | undefined;
}

/** A service as its `main.ts` declares it. */
export interface ServiceDefinition<Deps> {
  config: ServiceConfig;
  /** File with the descriptor set of the service. */
  descriptors: string;
  /** Files with the descriptor sets of services of which this one handles some operations. */
  delegatedDescriptors?: readonly string[];
  /** Creates the dependencies that handlers, consumers and schedules share. */
  create(runtime: Runtime): Promise<Deps> | Deps;
  operations: readonly BoundOperation<Deps>[];
  consumers?: readonly AnyConsumer<Deps>[];
  schedules?: readonly Schedule<Deps>[];
  /** Data that the service stores under `FORGE_SECRET`. */
  secrets?: (deps: Deps) => StoredSecrets;
  /** Handles HTTP requests outside of `/-/`. */
  mount?: (deps: Deps) => NonNullable<HttpEndpoints['mount']>;
  /** Whether metrics are enabled; true until the settings are loaded. */
  offersMetrics?: (deps: Deps) => boolean | Promise<boolean>;
  /** Runs after all connections are open and before calls are handled. */
  prepare?: (deps: Deps) => Promise<void>;
  /** Releases the resources of the service. */
  close?: (deps: Deps) => Promise<void>;
}

/** A running service. */
export interface RunningService<Deps> {
  deps: Deps;
  grpcPort: number;
  httpPort: number;
  stop(): Promise<void>;
}

/** Minimum time for calls to finish after everything else has stopped. */
const MIN_GRACE_MS = 2_000;
const CONNECT_RETRY_MS = 500;

/**
 * Starts a service. Resolves when it handles calls. SIGTERM and SIGINT shut it down in order: it
 * reports that it is not ready, stops accepting git commands and events and finishes those in
 * progress, then the same for calls, for at most `FORGE_SHUTDOWN_TIMEOUT_SECONDS`; then it closes
 * its connections.
 */
export async function serve<Deps>(definition: ServiceDefinition<Deps>): Promise<RunningService<Deps>> {
  const { config } = definition;
  const log = createLogger(config.FORGE_SERVICE, config.FORGE_LOG_LEVEL);
  setLocalRanges(config.FORGE_CLUSTER_CIDRS);
  const metrics = createMetrics(config.FORGE_SERVICE);
  const waitTimeoutMs = config.FORGE_STORAGE_WAIT_TIMEOUT_SECONDS * 1000;
  let ready = false;
  const facts: Record<string, unknown> = { service: config.FORGE_SERVICE };
  const tls = configuredTls(config);
  const early = definition.mount && new EarlyRequests(waitTimeoutMs);
  // Listens first: an orchestrator sees a live process that is not ready yet.
  const http = await startHttpServer(config.FORGE_HOST, config.FORGE_HTTP_PORT, {
    readiness: () => ({ ready }),
    mount: (request, response) => early?.handle(request, response) ?? false,
    // Only `mount` requires TLS certificates; probes have none.
    tls: definition.mount && tls,
  });
  let offersMetrics = (): boolean | Promise<boolean> => true;
  const metricsServer = await startMetricsServer(config, {
    registry: metrics.registry,
    readiness: () => ({ ready, ...facts }),
    isEnabled: () => offersMetrics(),
  });

  const connection = await connectWithRetry(config, metrics, log);
  const bus = createEventBus({
    ...configuredServers(config),
    service: config.FORGE_SERVICE,
    signer: createEventSigner(config.FORGE_SIGNING_KEY),
    streamReplicas: config.FORGE_EVENT_REPLICAS,
    log,
    metrics,
  });
  const writes = replicateWrites(connection, bus, log);
  const sequences = createSequences(connection);
  const outbox = new Outbox({
    connection,
    sequences,
    bus,
    service: config.FORGE_SERVICE,
    log,
    metrics,
    limit: config.FORGE_OUTBOX_MAX_PENDING,
  });
  const signer = createSigner(config.FORGE_SERVICE, config.FORGE_SIGNING_KEY);
  const caller = createCaller({ addresses: config.FORGE_ADDRESSES, signer, metrics, tls, waitTimeoutMs });
  const verifier = createVerifier(config.FORGE_TRUSTED_KEYS);
  const leases = createLeases(connection);
  const deps = await definition.create({
    config,
    log,
    metrics,
    connection,
    sequences,
    outbox,
    bus,
    caller,
    leases,
    verifier,
    tls,
  });
  offersMetrics = () => definition.offersMetrics?.(deps) ?? true;
  const { consumers = [] } = definition;
  assertNamedAfter(config.FORGE_SERVICE, consumers);
  const deadLetters = createDeadLetters({ connection, service: config.FORGE_SERVICE, consumers, metrics });
  const rotation = rotationParts<Deps>(
    config.FORGE_SERVICE,
    new Rotation({
      ...{ connection, service: config.FORGE_SERVICE, secret: config.FORGE_SECRET, log },
      stored: definition.secrets?.(deps) ?? {},
    }),
  );
  await ensureIndexes(connection);
  await definition.prepare?.(deps);

  const isWorker = config.FORGE_ROLE !== 'api';
  if (isWorker) measurePending(consumers, { bus, metrics });
  const runtime = {
    verifier: createEventVerifier(config.FORGE_TRUSTED_KEYS, await readSignedSince(connection)),
    bus,
    log,
    metrics,
    deps,
    deadLetter: deadLetters.store,
    maxDeliveries: config.FORGE_EVENT_MAX_DELIVERIES,
    ackWaitMs: config.FORGE_EVENT_ACK_WAIT_SECONDS * 1_000,
    scope: <T>(event: EventEnvelope, work: () => Promise<T>) =>
      withLogScope({ request_id: event.correlationid, event_id: event.id }, work),
  };
  const stops = isWorker
    ? [
        ...consumers.map((consumer) => startConsumer(consumer, runtime)),
        ...[rotation.schedule, ...(definition.schedules ?? [])].map((schedule) =>
          startSchedule(schedule, leases, deps, log),
        ),
      ]
    : [];
  outbox.startSweep();
  if (definition.mount) early?.open(definition.mount(deps));
  const grpc = await startGrpcServer({
    service: config.FORGE_SERVICE,
    host: config.FORGE_HOST,
    port: config.FORGE_GRPC_PORT,
    descriptors: definition.descriptors,
    delegatedDescriptors: definition.delegatedDescriptors,
    operations: [...definition.operations, ...deadLetters.operations, ...rotation.operations],
    reflection: config.FORGE_GRPC_REFLECTION,
    revision: config.FORGE_REVISION,
    deps,
    verifier,
    tls,
    writesAcknowledged: writes.acknowledged,
    log,
    metrics,
  });
  ready = true;
  const ports = { grpc_port: grpc.port, http_port: portOf(http), metrics_port: config.FORGE_METRICS_PORT };
  log.info({ ...ports, role: config.FORGE_ROLE }, 'service is ready');

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      ready = false;
      const drainMs = config.FORGE_SHUTDOWN_TIMEOUT_SECONDS * 1000;
      const end = Date.now() + drainMs;
      // Long work finishes while calls are still handled: no other process serves the storages of
      // this one.
      const backgroundWork = Promise.allSettled(stops.map((stopWork) => stopWork()));
      const longWork = Promise.all([definition.mount && drainHttpServer(http, drainMs), backgroundWork]);
      await Promise.race([longWork, pause(drainMs, undefined, { ref: false })]);
      await grpc.stop(Math.max(end - Date.now(), MIN_GRACE_MS));
      await backgroundWork;
      await outbox.close();
      await definition.close?.(deps);
      writes.close();
      caller.close();
      await bus.close();
      await connection.close();
      for (const server of [http, metricsServer]) {
        server?.close();
        server?.closeAllConnections();
      }
      log.info('service has stopped');
    })());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(
      signal,
      () =>
        void stop().then(
          () => process.exit(0),
          (error: unknown) => exitWith(log, error),
        ),
    );
  }
  return { deps, grpcPort: grpc.port, httpPort: portOf(http), stop };
}

/**
 * Consumers are named after their service, so that the id of a dead letter leads to the service
 * that stores it.
 */
function assertNamedAfter(service: string, consumers: readonly { name: string }[]): void {
  const wrong = consumers.find(({ name }) => !name.startsWith(`${service}-`));
  if (wrong) throw new Error(`the consumer ${wrong.name} is not named after ${service}`);
}

/** Runs the main function of a service; a failed start prints its error and exits with code 1. */
export function runService<Deps>(start: () => Promise<RunningService<Deps>>): void {
  start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
}

function exitWith(log: Logger, error: unknown): void {
  log.error({ err: error }, 'service did not shut down cleanly');
  process.exit(1);
}

/** Waits for the database: a service may start before it. */
async function connectWithRetry(config: ServiceConfig, metrics: Metrics, log: Logger): Promise<Connection> {
  for (;;) {
    try {
      return await connectDatabase({ uri: config.MONGODB_URI, database: config.FORGE_MONGODB_DATABASE, metrics });
    } catch (error) {
      if (!(error instanceof mongoose.Error.MongooseServerSelectionError)) throw error;
      log.warn({ err: error }, 'database is unavailable, will be retried');
      await new Promise((resolve) => setTimeout(resolve, CONNECT_RETRY_MS));
    }
  }
}
