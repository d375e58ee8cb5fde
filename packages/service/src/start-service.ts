/** Starts a service from its configuration. */
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import {
  CallHandler,
  createCaller,
  createLocalServer,
  createSigner,
  createVerifier,
  listenForCalls,
  type GrpcServer,
  type ServerHealth,
} from '@forgemesh/rpc';
import {
  createDeadLetters,
  createDeferredEvents,
  startConsumers,
  createEventSigner,
  readSignedSince,
  configuredServers,
  createEventBus,
  type EventEnvelope,
  type RunningConsumers,
} from '@forgemesh/events';
import { createSequences, ensureIndexes, Outbox, replicateWrites, type DatabaseClients } from '@forgemesh/data';
import { createLeases } from '@forgemesh/jobs';
import { chooseFilePlace } from '@forgemesh/objects';
import { configuredTls } from '@forgemesh/security';
import { createLogger, createMetrics, withLogScope, type Logger, type Metrics } from '@forgemesh/telemetry';
import { setLocalRanges } from '@forgemesh/http';
import type { ServiceConfig } from './config';
import { createDatabaseHealth } from './database-health';
import { drainHttpServer, EarlyRequests, portOf, startHttpServer } from './http';
import { objectMigrationParts } from './object-storage';
import type { ProcessRuntime, RunningPart } from './process';
import { startSchedule, type Schedule } from './schedule';
import { Rotation, rotationParts } from './secret-rotation';
import type { Service } from './service';

/** Minimum time for calls to finish after everything else has stopped. */
const MIN_GRACE_MS = 2_000;
const CONNECT_RETRY_MS = 500;
/** Interval at which deferred events that are due are handled. */
const RESUME_MS = 500;

/**
 * Starts a service in a process. Resolves when it handles calls. `stop` shuts it down in order: it
 * reports that it is not ready, stops accepting git commands and events and finishes those in
 * progress, then the same for calls, for at most `FORGE_SHUTDOWN_TIMEOUT_SECONDS`.
 */
export async function startService<Config extends ServiceConfig, Deps>(
  definition: Service<Config, Deps>,
  { environmentOf, eventUserOf, isShared, local, relays, databases, events, eventReaders }: ProcessRuntime,
): Promise<RunningPart> {
  const { name } = definition;
  const config = definition.readConfig(environmentOf(name));
  const delegatedDescriptors = definition.delegatedDescriptors?.(config);
  local.declare(name, definition.storages?.(config));
  const log = createLogger(name, config.FORGE_LOG_LEVEL);
  setLocalRanges(config.FORGE_CLUSTER_CIDRS);
  const metrics = createMetrics(name);
  const waitTimeoutMs = config.FORGE_STORAGE_WAIT_TIMEOUT_SECONDS * 1000;
  let ready = false;
  const tls = configuredTls(config);
  const early = definition.mount && new EarlyRequests(waitTimeoutMs);
  // Listens first: an orchestrator sees a live process that is not ready yet.
  const http =
    early &&
    (await startHttpServer(config.FORGE_HOST, config.FORGE_HTTP_PORT, {
      readiness: () => ({ ready }),
      mount: (request, response) => early.handle(request, response),
      tls,
    }));

  const connection = await connectWithRetry(databases, config, { metrics, log });
  const objects = definition.objects?.(config);
  const filePlace = objects && (await chooseFilePlace(connection, objects));
  const bus = createEventBus({
    service: name,
    on: events.open({ ...configuredServers(config), name: eventUserOf(name) }),
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
    service: name,
    log,
    metrics,
    limit: config.FORGE_OUTBOX_MAX_PENDING,
  });
  const signer = createSigner(name, config.FORGE_SIGNING_KEY);
  const caller = createCaller({
    addresses: config.FORGE_ADDRESSES,
    signer,
    metrics,
    tls,
    waitTimeoutMs,
    warmMembers: config.FORGE_POOL_WARM_MEMBERS,
    // Alone in its process, a service reaches all of its replicas by its address.
    local: isShared ? { services: local, issuer: name } : undefined,
  });
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
    filePlace,
    tls,
  });
  const consumers = definition.consumers?.(config) ?? [];
  assertNamedAfter(name, consumers);
  const deferred = createDeferredEvents(connection);
  const deadLetters = createDeadLetters({ connection, service: name, consumers, deferred, metrics });
  const rotation = rotationParts<Deps>(
    name,
    new Rotation({
      connection,
      service: name,
      secret: config.FORGE_SECRET,
      log,
      stored: definition.secrets?.(deps) ?? {},
    }),
  );
  const storage = definition.objectStorage?.(deps);
  const migrations = objectMigrationParts<Deps>(name, storage);
  await ensureIndexes(connection);
  await definition.prepare?.(deps);

  const isWorker = config.FORGE_ROLE !== 'api';
  const runtime = {
    reader: eventReaders.open(config.FORGE_TRUSTED_KEYS, await readSignedSince(connection)),
    bus,
    log,
    metrics,
    deps,
    deferred,
    deadLetter: deadLetters.store,
    maxDeliveries: config.FORGE_EVENT_MAX_DELIVERIES,
    ackWaitMs: config.FORGE_EVENT_ACK_WAIT_SECONDS * 1_000,
    scope: <T>(event: EventEnvelope, work: () => Promise<T>) =>
      withLogScope({ request_id: event.correlationid, event_id: event.id }, work),
  };
  const started = isWorker && consumers.length > 0 ? startConsumers(name, consumers, runtime) : undefined;
  const schedules = [
    rotation.schedule,
    ...migrations.schedules,
    ...(started ? [resumeDeferredEvents(name, deferred.collection, started)] : []),
    ...(definition.schedules?.(config) ?? []),
  ];
  const intervalFactor = config.FORGE_SCHEDULE_INTERVAL_FACTOR;
  const scheduleRuntime = { connection, leases, deps, log, intervalFactor };
  const stops = [
    ...(started ? [started.stop] : []),
    ...(isWorker ? schedules.map((schedule) => startSchedule(schedule, scheduleRuntime)) : []),
  ];
  outbox.startSweep();
  if (definition.mount) early?.open(definition.mount(deps));
  if (definition.relay) relays.set(name, definition.relay(deps));
  const handler = new CallHandler<Deps>({
    service: name,
    descriptors: definition.descriptors,
    delegatedDescriptors,
    operations: [
      ...definition.operations(config),
      ...deadLetters.operations,
      ...rotation.operations,
      ...migrations.operations,
    ],
    revision: config.FORGE_REVISION,
    writesAcknowledged: writes.acknowledged,
    deps,
    log,
    metrics,
  });
  const localServer = createLocalServer(handler);
  const isDatabaseHealthy = createDatabaseHealth(connection);
  const checkHealth = async (): Promise<ServerHealth> => {
    if (!ready) return 'stopping';
    return (await isDatabaseHealthy()) ? 'serving' : 'degraded';
  };
  const grpc = await listen(handler, config, { verifier, tls, checkHealth });
  local.set(name, localServer);
  ready = true;
  const ports = { grpc_port: grpc?.port, http_port: http && portOf(http) };
  log.info({ ...ports, role: config.FORGE_ROLE }, 'service is ready');

  let draining: Promise<{ end: number; backgroundWork: Promise<unknown> }> | undefined;
  const startDraining = async (): Promise<{ end: number; backgroundWork: Promise<unknown> }> => {
    ready = false;
    relays.delete(name);
    const drainMs = config.FORGE_SHUTDOWN_TIMEOUT_SECONDS * 1000;
    const end = Date.now() + drainMs;
    // Long work finishes while calls are still handled: no other process serves the storages of
    // this one.
    const backgroundWork = Promise.allSettled(stops.map((stopWork) => stopWork()));
    const longWork = Promise.all([http && drainHttpServer(http, drainMs), backgroundWork]);
    await Promise.race([longWork, pause(drainMs, undefined, { ref: false })]);
    return { end, backgroundWork };
  };
  const drain = () => (draining ??= startDraining());
  const stop = async (): Promise<void> => {
    const { end, backgroundWork } = await drain();
    const graceMs = Math.max(end - Date.now(), MIN_GRACE_MS);
    await Promise.all([grpc?.stop(graceMs), localServer.stop(graceMs)]);
    local.set(name, undefined);
    await backgroundWork;
    await outbox.close();
    await storage?.close();
    await definition.close?.(deps);
    writes.close();
    caller.close();
    await bus.close();
    http?.close();
    http?.closeAllConnections();
    log.info('service has stopped');
  };
  return {
    readiness: () => ({ ready, service: name }),
    offersMetrics: () => definition.offersMetrics?.(deps) ?? true,
    registry: metrics.registry,
    drain: async () => void (await drain()),
    stop,
  };
}

/** Hands the deferred events of a service to its consumers. */
function resumeDeferredEvents(
  service: string,
  collection: { name: string },
  consumers: RunningConsumers,
): Schedule<unknown> {
  return {
    name: `${service}-resume-deferred-events`,
    everyMs: RESUME_MS,
    inEveryProcess: true,
    watches: () => [{ collection }],
    run: () => consumers.resumeDeferred(),
  };
}

/** Starts the gRPC server; undefined if the service has no port for it. */
async function listen<Deps>(
  handler: CallHandler<Deps>,
  { FORGE_HOST: host, FORGE_GRPC_PORT: port, FORGE_GRPC_REFLECTION: reflection, FORGE_MEMBER: member }: ServiceConfig,
  options: Pick<Parameters<typeof listenForCalls>[1], 'verifier' | 'tls' | 'checkHealth'>,
): Promise<GrpcServer | undefined> {
  return port === undefined ? undefined : listenForCalls(handler, { host, port, reflection, member, ...options });
}

/**
 * Consumers are named after their service, so that the id of a dead letter leads to the service
 * that stores it.
 */
function assertNamedAfter(service: string, consumers: readonly { name: string }[]): void {
  const wrong = consumers.find(({ name }) => !name.startsWith(`${service}-`));
  if (wrong) throw new Error(`the consumer ${wrong.name} is not named after ${service}`);
}

/** Waits for the database: a service may start before it. */
async function connectWithRetry(
  databases: DatabaseClients,
  config: ServiceConfig,
  { metrics, log }: { metrics: Metrics; log: Logger },
): Promise<Connection> {
  for (;;) {
    try {
      return await databases.open({ uri: config.MONGODB_URI, database: config.FORGE_MONGODB_DATABASE, metrics });
    } catch (error) {
      if (!(error instanceof mongoose.Error.MongooseServerSelectionError)) throw error;
      log.warn({ err: error }, 'database is unavailable, will be retried');
      await new Promise((resolve) => setTimeout(resolve, CONNECT_RETRY_MS));
    }
  }
}
