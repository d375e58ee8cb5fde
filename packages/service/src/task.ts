/**
 * Commands of a service: they run to completion with its configuration and database, without
 * handling calls.
 */
import type { Connection } from 'mongoose';
import type { ServiceConfig } from './config';
import { createEventSigner, configuredServers, createEventBus, openEventConnection } from '@forgemesh/events';
import { createLogger, createMetrics } from '@forgemesh/telemetry';
import { connectDatabase, createSequences, type Sequences, Outbox } from '@forgemesh/data';

/** Infrastructure of a command. */
export interface TaskRuntime {
  connection: Connection;
  sequences: Sequences;
  /** Events that cannot be published immediately wait for a process of the service. */
  outbox: Outbox;
}

/** Runs a command and exits: with code 1 and one line on stderr if it fails. */
export function runTask(config: ServiceConfig, work: (runtime: TaskRuntime) => Promise<void>): void {
  runToEnd(config, work).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    },
  );
}

async function runToEnd(config: ServiceConfig, work: (runtime: TaskRuntime) => Promise<void>): Promise<void> {
  const { FORGE_SERVICE: service } = config;
  // The output of commands is for people: only fatal errors are logged.
  const log = createLogger(service, 'fatal');
  const metrics = createMetrics(service);
  const database = { uri: config.MONGODB_URI, database: config.FORGE_MONGODB_DATABASE };
  const connection = await connectDatabase({ ...database, metrics });
  const events = openEventConnection({ ...configuredServers(config), name: service, log });
  const bus = createEventBus({
    service,
    on: events,
    signer: createEventSigner(config.FORGE_SIGNING_KEY),
    streamReplicas: config.FORGE_EVENT_REPLICAS,
    log,
    metrics,
  });
  const sequences = createSequences(connection);
  const outbox = new Outbox({
    connection,
    sequences,
    bus,
    service,
    log,
    metrics,
    limit: config.FORGE_OUTBOX_MAX_PENDING,
  });
  await work({ connection, sequences, outbox });
  await outbox.close();
  await bus.close();
  await events.close();
  await connection.close();
}
