/**
 * Events over JetStream: CloudEvents, one stream per publishing service. The streams
 * are in `streams.ts`, consumers in `consumers/`.
 *
 * NATS is the transport, the database is the source of truth: publishing fails while NATS is
 * unavailable, and the outbox retries.
 */
import { setTimeout } from 'node:timers/promises';
import { jetstream, type JetStreamClient, type JsMsg } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { UnavailableError } from '@forgemesh/errors';
import { Acknowledgements } from './acknowledgements';
import { serverOptions, type EventServers } from './event-connection';
import { SIGNATURE_HEADER, type EventSigner } from './event-signatures';
import { publishSpan } from './event-spans';
import type { EventEnvelope } from './event-types';
import { ensureReplicas, ensureStream } from './streams';
import { inSpan, type Logger, type Metrics } from '@forgemesh/telemetry';

const PUBLISH_TIMEOUT_MS = 5_000;
const DRAIN_TIMEOUT_MS = 3_000;

/** First token of the subjects on which a service receives replies. */
export function inboxPrefixOf(service: string): string {
  return `_INBOX_${service}`;
}

/** Connection of a process to NATS, which may be unavailable at any time. */
export interface EventBus {
  /**
   * Publishes an event and resolves when the stream has stored it; throws UnavailableError while
   * NATS is unavailable.
   */
  publish(event: EventEnvelope): Promise<void>;
  /** Number of replicas of each stream in a cluster. */
  streamReplicas: number;
  /** Whether the connection is up. */
  isConnected(): boolean;
  /** The connection; undefined while it is down. */
  connection(): NatsConnection | undefined;
  /** Runs `work` when connected and after each reconnection. */
  onConnected(work: (connection: NatsConnection) => Promise<void>): void;
  /** Acknowledges a message of the connection soon. */
  acknowledge(message: JsMsg): void;
  close(): Promise<void>;
}

/** A connection to NATS that several buses of a process may share. */
export interface EventConnection {
  /** Whether the connection is up. */
  isConnected(): boolean;
  /** The connection; undefined while it is down. */
  connection(): NatsConnection | undefined;
  /** Runs `work` when connected and after each reconnection. */
  onConnected(work: (connection: NatsConnection) => Promise<void>): void;
  /** Acknowledges a message of the connection soon. */
  acknowledge(message: JsMsg): void;
  close(): Promise<void>;
}

/** Options of a connection. */
export interface EventConnectionOptions extends EventServers {
  /** Name of the user: that of the service, or of the process if it runs several. */
  name: string;
  log: Logger;
}

/** Options of a bus. */
export interface EventBusOptions {
  service: string;
  /** The connection; it is not closed with the bus. */
  on: EventConnection;
  /** Signs the events that are published; absent in a process that publishes none. */
  signer?: EventSigner;
  log: Logger;
  metrics: Metrics;
  /** Whether the process publishes events and has a stream; true by default. */
  hasStream?: boolean;
  /** Number of replicas of each stream in a cluster; 1 by default. */
  streamReplicas?: number;
}

/** Connects in the background. */
export function openEventConnection({ name, log, ...servers }: EventConnectionOptions): EventConnection {
  const connectionOptions = serverOptions(servers);
  let connection: NatsConnection | undefined;
  let closed = false;
  let online = false;
  const acknowledgements = new Acknowledgements();
  const callbacks: ((connection: NatsConnection) => Promise<void>)[] = [];

  const connected = (on: NatsConnection): void => callbacks.forEach((work) => runCallback(work, on, log));
  const start = async (): Promise<void> => {
    const opened = await connect({
      ...connectionOptions,
      name,
      // Other services cannot read the replies: a user may be restricted to this prefix.
      inboxPrefix: inboxPrefixOf(name),
      // Rejected credentials may be accepted soon, for example while they are being changed.
      ignoreAuthErrorAbort: true,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      // A stack trace for each request costs more than the request.
      noAsyncTraces: true,
      reconnectTimeWait: 250,
      pingInterval: 5_000,
    });
    if (closed) return opened.close();
    connection = opened;
    online = true;
    connected(opened);
    for await (const status of opened.status()) {
      const { type } = status;
      // A publication or subscription without permission, or rejected credentials.
      if (type === 'error') log.error({ err: status.error }, 'NATS refused an operation');
      if (type !== 'disconnect' && type !== 'reconnect') continue;
      log.warn({ status: type }, 'event connection changed');
      online = type === 'reconnect';
      if (online) connected(opened);
    }
  };
  void start().catch((error: unknown) => log.error({ err: error }, 'event connection failed'));

  return {
    isConnected: () => online,
    connection: () => (online ? connection : undefined),
    onConnected(work) {
      callbacks.push(work);
      if (connection) runCallback(work, connection, log);
    },
    acknowledge: (message) => acknowledgements.add(message),
    async close() {
      closed = true;
      // If NATS becomes unavailable at the same moment, a drain would wait for its return.
      if (online) await Promise.race([connection?.drain(), setTimeout(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
      await connection?.close();
    },
  };
}

function runCallback(work: (connection: NatsConnection) => Promise<void>, on: NatsConnection, log: Logger): void {
  work(on).catch((error: unknown) => log.warn({ err: error }, 'callback of the event connection failed'));
}

/** Creates the bus of a service, and its own stream when the connection is up if it is missing. */
export function createEventBus({
  service,
  on,
  signer,
  log,
  metrics,
  hasStream = true,
  streamReplicas = 1,
}: EventBusOptions): EventBus {
  let client: JetStreamClient | undefined;
  let opening: Promise<void> | undefined;
  let closed = false;
  const callbacks: ((connection: NatsConnection) => Promise<void>)[] = [];

  const open = async (connection: NatsConnection): Promise<void> => {
    if (hasStream) {
      await retryUntil(
        () => ensureStream(connection, service, streamReplicas),
        () => closed,
        log,
      );
      await ensureReplicas(connection, service, streamReplicas).catch((error: unknown) =>
        log.warn({ err: error }, 'the stream has too few replicas, and only an administrator of NATS may add some'),
      );
    }
    if (!closed) client = jetstream(connection);
  };
  on.onConnected(async (connection) => {
    await (opening ??= open(connection));
    if (!closed) callbacks.forEach((work) => runCallback(work, connection, log));
  });
  const isConnected = (): boolean => client !== undefined && on.isConnected();

  return {
    streamReplicas,
    async publish(event) {
      if (!client || !on.isConnected()) throw new UnavailableError('NATS is unavailable');
      if (!signer) throw new Error('a process without a signer publishes no events');
      const data = Buffer.from(JSON.stringify(event));
      const signature = headers();
      signature.set(SIGNATURE_HEADER, signer.sign(data));
      try {
        const options = { msgID: event.id, timeout: PUBLISH_TIMEOUT_MS, headers: signature };
        const stream = client;
        await inSpan(
          () => publishSpan(event),
          () => stream.publish(event.type, data, options),
        );
      } catch (error) {
        throw new UnavailableError('NATS is unavailable', { cause: error });
      }
      metrics.published.inc({ type: event.type });
    },
    isConnected,
    connection: () => (isConnected() ? on.connection() : undefined),
    acknowledge: (message) => on.acknowledge(message),
    onConnected(work) {
      callbacks.push(work);
      const connection = client && on.connection();
      if (connection) runCallback(work, connection, log);
    },
    async close() {
      closed = true;
    },
  };
}

/** The connections of a process to NATS: those with the same servers and user are one. */
export interface EventConnections {
  open(options: Omit<EventConnectionOptions, 'log'>): EventConnection;
  close(): Promise<void>;
}

/** Creates the connections of a process; nothing is opened yet. */
export function createEventConnections(log: Logger): EventConnections {
  const opened = new Map<string, EventConnection>();
  return {
    open({ name, ...servers }) {
      const key = JSON.stringify(servers);
      const connection = opened.get(key) ?? openEventConnection({ name, log, ...servers });
      opened.set(key, connection);
      return connection;
    },
    close: async () => void (await Promise.all([...opened.values()].map((connection) => connection.close()))),
  };
}

/** Repeats work with growing delay until it succeeds or `stop` returns true. */
export async function retryUntil(work: () => Promise<void>, stop: () => boolean, log: Logger): Promise<void> {
  for (let delay = 200; !stop(); delay = Math.min(delay * 2, 5_000)) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'event setup failed, will be retried');
      await setTimeout(delay);
    }
  }
}
