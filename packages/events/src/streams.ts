/**
 * Streams of events: one for each publishing service.
 *
 * An administrator of NATS creates and updates them (`enforceStreams`). A service that has the
 * permission, as in a NATS with one user for all, creates a missing stream itself.
 */
import {
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { serverOptions, type EventServers } from './event-connection';

const DAY_MS = 24 * 60 * 60 * 1000;
const STREAM_AGE_MS = 7 * DAY_MS;
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000;

/** Name of the stream of a service. */
export function streamOf(service: string): string {
  return service.toUpperCase();
}

/**
 * Creates the stream of a service if it does not exist. Any process may call it: all use the same
 * configuration.
 */
export async function ensureStream(connection: NatsConnection, service: string, replicas = 1): Promise<void> {
  const manager = await jetstreamManager(connection);
  if ((await findConfig(manager, service)) === undefined) await manager.streams.add(configOf(service, replicas));
}

/**
 * Increases the replicas of the stream of a service if it has fewer. Throws an error if the service
 * may not update its stream.
 */
export async function ensureReplicas(connection: NatsConnection, service: string, replicas: number): Promise<void> {
  const { streams } = await jetstreamManager(connection);
  const { config } = await streams.info(streamOf(service));
  if (config.num_replicas < replicas) await streams.update(streamOf(service), { num_replicas: replicas });
}

/**
 * Creates the streams of services as an administrator of NATS, or restores their configuration
 * (`enforceStream`). Waits until a server responds.
 */
export async function enforceStreams(
  servers: EventServers,
  services: readonly string[],
  replicas?: number,
): Promise<void> {
  const options = { ...serverOptions(servers), waitOnFirstConnect: true, maxReconnectAttempts: -1 };
  const connection = await connect(options);
  try {
    for (const service of services) await enforceStream(connection, service, replicas);
  } finally {
    await connection.close();
  }
}

/**
 * Creates the stream of a service, or restores its configuration: it has no sources and is not
 * republished. Existing replicas are kept. Returns whether something was changed.
 */
export async function enforceStream(connection: NatsConnection, service: string, replicas = 1): Promise<boolean> {
  const manager = await jetstreamManager(connection);
  const existing = await findConfig(manager, service);
  if (existing === undefined) {
    await manager.streams.add(configOf(service, replicas));
    return true;
  }
  const expected = configOf(service, Math.max(replicas, existing.num_replicas));
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const isChanged = names.some((name) => JSON.stringify(existing[name]) !== JSON.stringify(expected[name]));
  if (isChanged) await manager.streams.update(streamOf(service), expected);
  return isChanged;
}

/** Returns the configuration of a stream; undefined if it does not exist. */
async function findConfig({ streams }: JetStreamManager, service: string): Promise<StreamConfig | undefined> {
  try {
    return (await streams.info(streamOf(service))).config;
  } catch (error) {
    if (error instanceof JetStreamApiError) return undefined;
    throw error;
  }
}

/** Undefined fields are removed from an existing stream. */
function configOf(service: string, replicas: number) {
  return {
    name: streamOf(service),
    subjects: [`${service}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(STREAM_AGE_MS),
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    mirror: undefined,
    sources: undefined,
    republish: undefined,
    subject_transform: undefined,
  };
}
