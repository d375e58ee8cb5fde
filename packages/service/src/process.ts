/**
 * A process: the services that it runs, and what they share. A cluster runs one service in each
 * process; a laptop runs all of them in one.
 */
import type { Server } from 'node:http';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { install as installSourceMaps } from 'source-map-support';
import { createDatabaseClients, type DatabaseClients } from '@forgemesh/data';
import {
  createEventConnections,
  createEventReaders,
  type EventConnections,
  type EventReaders,
} from '@forgemesh/events';
import { LocalServices } from '@forgemesh/rpc';
import { createLogger, createProcessMetrics, stopTracing, type Logger } from '@forgemesh/telemetry';
import { readConfig, processVariables } from './config';
import { startHttpServer, startMetricsServer, type Readiness } from './http';
import type { LocalRelay } from './local-relay';
import { startTracing } from './start-tracing';

/** A part of a process: a service, or the gateway. */
export interface ProcessPart {
  name: string;
  /** Whether the part itself serves HTTP, including probes, at its `FORGE_HTTP_PORT`. */
  servesHttp: boolean;
  /** Starts the part; resolves when it handles calls. */
  start(runtime: ProcessRuntime): Promise<RunningPart>;
}

/** A running part. */
export interface RunningPart {
  readiness(): Readiness;
  /** Whether metrics are enabled. */
  offersMetrics(): boolean | Promise<boolean>;
  registry: Registry;
  /**
   * Takes no more events, schedules and git commands, and finishes those in progress, while calls
   * are still handled. The gateway has no such work.
   */
  drain?(): Promise<void>;
  stop(): Promise<void>;
}

/** What the parts of a process share. */
export interface ProcessRuntime {
  /** Environment variables of a part: those with its suffix take precedence. */
  environmentOf(part: string): NodeJS.ProcessEnv;
  /** Name of a part in NATS: that of the process if its parts share one user. */
  eventUserOf(part: string): string;
  /** Whether the process has several parts, which then call one another locally. */
  isShared: boolean;
  local: LocalServices;
  /** Services that take relayed requests now, by name. */
  relays: Map<string, LocalRelay>;
  databases: DatabaseClients;
  events: EventConnections;
  eventReaders: EventReaders;
}

/** Name of a process with several parts. */
const ALL = 'all';

/**
 * Returns the environment of a part: a variable `<NAME>_<PART>`, such as `FORGE_SECRET_IDENTITY`,
 * takes precedence over `<NAME>`.
 */
export function environmentOfPart(part: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const suffix = `_${part.toUpperCase()}`;
  const own = Object.entries(environment)
    .filter(([name]) => name.endsWith(suffix))
    .map(([name, value]) => [name.slice(0, -suffix.length), value]);
  return { ...environment, ...Object.fromEntries(own), FORGE_SERVICE: part };
}

/** Names of variables with secrets. */
const secretVariable =
  /^(FORGE_(ROOT_TOKEN|SECRET|SMTP_URL|GEO_SECRET|S3_SECRET_ACCESS_KEY)|MONGODB_URI|NATS_URL)(_|$)/;

/**
 * Removes the secrets from the environment of this process once its parts have read them: worker
 * threads and child processes that are started later do not inherit them.
 */
export function dropSecrets(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (secretVariable.test(name)) delete environment[name];
}

/** A running process. */
export interface RunningProcess {
  log: Logger;
  /**
   * Stops its parts in order: first the gateway, which calls the others, then the background work
   * of all services, then the services.
   */
  stop(): Promise<void>;
}

/** Starts a process with some parts, the gateway last. Resolves when all handle calls. */
export async function startProcess(
  parts: readonly ProcessPart[],
  environment: NodeJS.ProcessEnv,
): Promise<RunningProcess> {
  const name = parts.length === 1 ? (parts[0] as ProcessPart).name : ALL;
  const config = readConfig({ ...environment, FORGE_SERVICE: name }, sharedVariables);
  const log = createLogger(name, config.FORGE_LOG_LEVEL);
  startTracing(environment, {
    service: parts.length === 1 ? `forgemesh-${name}` : 'forgemesh',
    revision: config.FORGE_REVISION,
  });
  const processRegistry = createProcessMetrics(name);
  const running = new Map<string, RunningPart>();
  const runtime: ProcessRuntime = {
    environmentOf: (part) => environmentOfPart(part, environment),
    eventUserOf: (part) => (`NATS_URL_${part.toUpperCase()}` in environment ? part : name),
    isShared: parts.length > 1,
    local: new LocalServices(),
    relays: new Map(),
    databases: createDatabaseClients(),
    events: createEventConnections(log),
    eventReaders: createEventReaders(),
  };
  const utilization = measureEventLoop();
  const readiness = (): Readiness => {
    const facts = Object.fromEntries(parts.map((part) => [part.name, running.get(part.name)?.readiness() ?? starting]));
    return {
      ...(parts.length === 1 ? facts[name] : { services: facts }),
      ready: Object.values(facts).every((part) => part.ready),
      event_loop_utilization: utilization(),
    };
  };
  const servers: (Server | undefined)[] = [];
  servers.push(
    await startMetricsServer(config, {
      contentType: processRegistry.contentType,
      metrics: async () => {
        const registries = [...running.values()].map(({ registry }) => registry);
        return `${await processRegistry.metrics()}\n${await mergedMetrics(registries)}`;
      },
      readiness,
      isEnabled: async () =>
        (await Promise.all([...running.values()].map((part) => part.offersMetrics()))).every(Boolean),
    }),
  );
  const isPortServed = parts.some(
    (part) => part.servesHttp && runtime.environmentOf(part.name)['FORGE_HTTP_PORT'] === environment['FORGE_HTTP_PORT'],
  );
  // Listens first: an orchestrator sees a live process that is not ready yet.
  if (!isPortServed) servers.push(await startHttpServer(config.FORGE_HOST, config.FORGE_HTTP_PORT, { readiness }));

  const release = async (): Promise<void> => {
    await runtime.events.close();
    await runtime.databases.close();
    for (const server of servers) {
      server?.close();
      server?.closeAllConnections();
    }
  };
  try {
    await Promise.all(parts.map(async (part) => void running.set(part.name, await part.start(runtime))));
  } catch (error) {
    await release();
    throw error;
  }
  log.info({ parts: parts.map((part) => part.name) }, 'process is ready');

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const all = parts.flatMap(({ name: part }) => running.get(part) ?? []);
    const services = all.filter(({ drain }) => drain);
    // The gateway finishes its requests while the services still handle calls.
    await stopParts(all.filter(({ drain }) => !drain));
    // Background work calls other services: all of it is finished before one of them stops.
    await Promise.all(services.map((service) => service.drain?.()));
    await stopParts(services);
    await release();
    await stopTracing();
    log.info('process has stopped');
  };
  return { log, stop: () => (stopping ??= stop()) };
}

async function stopParts(parts: readonly RunningPart[]): Promise<void> {
  await Promise.all(parts.map((part) => part.stop()));
}

const starting: Readiness = { ready: false };

/** Variables that concern the process and not one of its parts. */
const sharedVariables = {
  FORGE_HOST: processVariables.FORGE_HOST,
  FORGE_HTTP_PORT: processVariables.FORGE_HTTP_PORT,
  FORGE_METRICS_HOST: processVariables.FORGE_METRICS_HOST,
  FORGE_METRICS_PORT: processVariables.FORGE_METRICS_PORT,
  FORGE_LOG_LEVEL: processVariables.FORGE_LOG_LEVEL,
  FORGE_REVISION: processVariables.FORGE_REVISION,
};

/** Returns the metrics of several registries, each with its own label `service`, as one text. */
async function mergedMetrics(registries: readonly Registry[]): Promise<string> {
  const [first, ...others] = registries;
  if (first && others.length === 0) return first.metrics();
  const values = await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()));
  return AggregatorRegistry.aggregate(values).metrics();
}

/**
 * Returns a function that measures how busy the event loop was since its last call, from 0 to 1: 1
 * means that it was blocked.
 */
function measureEventLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return Number(utilization.toFixed(3));
  };
}

/**
 * Runs services, and possibly the gateway as the last part, until SIGTERM or SIGINT. A failed start
 * prints its error and exits with code 1. If the process has several parts, an unexpected exception
 * ends only the work in which it occurred: it is logged, and everything else continues. A part that
 * is alone is ended by it, and restarted.
 */
export function runProcess(parts: readonly ProcessPart[], environment = process.env): void {
  // Reads the source maps of the files in a stack trace; Node's own option reads those of all
  // files.
  installSourceMaps({ environment: 'node', handleUncaughtExceptions: false });
  startProcess(parts, environment).then(
    ({ stop, log }) => {
      dropSecrets(environment);
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        process.once(signal, () => void stop().then(() => process.exit(0), exitWith(log)));
      if (parts.length === 1) return;
      process.on('uncaughtException', (error) => log.error({ err: error }, 'unexpected exception'));
      process.on('unhandledRejection', (error) => log.error({ err: error }, 'unexpected rejection'));
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
}

function exitWith(log: Logger): (error: unknown) => never {
  return (error) => {
    log.error({ err: error }, 'process did not stop cleanly');
    process.exit(1);
  };
}
