/**
 * Durable consumers of events: their declaration, and how events are delivered to them. Handlers
 * must tolerate duplicates.
 */
import { setImmediate } from 'node:timers/promises';
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type ConsumerMessages,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { SIGNATURE_HEADER, type EventVerifier } from './event-signatures';
import type { EventEnvelope, EventPattern, EventTypeOf, ForgeEvent } from './event-types';
import { LRUCache } from 'lru-cache';
import { isForgeError, fromDatabaseError } from '@forgemesh/errors';
import { ensureStream, retryUntil, streamOf, type EventBus } from './events';
import { type Logger, addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';

/**
 * A durable consumer of the events of a service, which may be its own; its handler receives the
 * events that the patterns match.
 */
export type EventConsumer<Pattern extends EventPattern, Deps> = Subscription<Pattern> &
  EventHandler<ForgeEvent<EventTypeOf<Pattern>>, Deps>;

/** A consumer of events of any type, for code that runs all of them. */
export type AnyConsumer<Deps> = Subscription & EventHandler<EventEnvelope, Deps>;

/** Properties of every consumer. */
export interface Subscription<Pattern extends string = string> {
  /** `<subscriber>-<purpose>`. */
  name: string;
  /** Event types of one service; a trailing `>` matches all types below. */
  events: readonly Pattern[];
  /**
   * Consumers with side effects start with new events, projections with all events in the stream.
   */
  from: 'new' | 'all';
}

type EventHandler<Event, Deps> = SingleHandler<Event, Deps> | BatchHandler<Event, Deps>;

/** Handles each event on its own. */
export interface SingleHandler<Event, Deps> {
  /**
   * Handles the event. May run again for the same event: key the effect by the event's id or
   * version.
   */
  handle(event: Event, deps: Deps): Promise<void>;
  /**
   * For handlers that remove data when an entity of another service was deleted: asks the owner
   * whether it is really deleted. An event (`*.deleted`) for which this is false removes nothing
   * and becomes a dead letter.
   */
  isDeleted?(event: Event, deps: Deps): Promise<boolean>;
}

/**
 * Handles several events together, if that costs less than each on its own, such as the events of
 * the thousands of refs that a push may change.
 */
export interface BatchHandler<Event, Deps> {
  /**
   * Handles pending events that one request caused, the oldest first. May run again for the same
   * events; if it throws, it is called for each of them alone.
   */
  handleAll(events: Event[], deps: Deps): Promise<void>;
  /**
   * Also combines events of several requests: for values that are recomputed, whatever happened,
   * and for effects that share their reads and writes.
   */
  acrossRequests?: boolean;
  /**
   * Maximum number of events of a call, for handlers to which several events may cost more than
   * one; 500 by default.
   */
  maxEvents?: number;
}

/** Handles one event alone. */
export async function handleSingly<Deps>(consumer: AnyConsumer<Deps>, event: EventEnvelope, deps: Deps): Promise<void> {
  if ('handleAll' in consumer) return consumer.handleAll([event], deps);
  if (consumer.isDeleted && event.type.endsWith('.deleted') && !(await consumer.isDeleted(event, deps)))
    throw new Error(`${event.type}: ${event.subject} still exists`);
  return consumer.handle(event, deps);
}

/** Milliseconds before each retry of an event; the last value applies to all further retries. */
const retryDelays = [500, 2_000, 10_000, 30_000, 60_000, 300_000];
/**
 * NATS removes a consumer that no process has used for this long, such as one of an earlier
 * version. Longer than events are retained, so a service that was stopped for long loses no more
 * than it already has.
 */
const INACTIVE_MS = 30 * 24 * 60 * 60 * 1000;
/** Error code of NATS if a consumer of that name has different settings. */
const CONSUMER_EXISTS = 10_148;
/**
 * Number of prefetched events: few enough if they are handled one by one, so that all are handled
 * before they are redelivered.
 */
const SINGLE_FETCH_COUNT = 50;
const BATCH_FETCH_COUNT = 500;

/** Dependencies and settings of consumers. */
export interface ConsumerRuntime<Deps> {
  bus: EventBus;
  log: Logger;
  metrics: Metrics;
  /** Decides which events are genuine; others are discarded. */
  verifier: EventVerifier;
  deps: Deps;
  /** Number of failed attempts after which an event becomes a dead letter. */
  maxDeliveries: number;
  /**
   * Redelivery timeout in milliseconds: an event that is not acknowledged in time is delivered to
   * another process.
   */
  ackWaitMs: number;
  /** Stores an event that failed permanently. */
  deadLetter(consumer: string, event: EventEnvelope, error: unknown): Promise<void>;
  /** Runs the handler inside the event's log scope. */
  scope<T>(event: EventEnvelope, work: () => Promise<T>): Promise<T>;
}

/** Maximum number of events of a consumer whose failures are counted. */
const MAX_FAILING = 10_000;

/** Runtime of a running consumer. */
interface RunningConsumer<Deps> extends ConsumerRuntime<Deps> {
  /**
   * Number of failures of each event in this process, by its id, without those caused by an
   * unavailable dependency. The delivery count of the stream includes them.
   */
  failures: FailureCounts;
  /** Whether no further events are handled. */
  isStopped(): boolean;
}

/** Counts failures by event. A cache reserves its memory at once, and most consumers never fail. */
class FailureCounts {
  private counts: LRUCache<string, number> | undefined;

  /** Counts `failures` more; returns the sum. */
  add(event: string, failures: number): number {
    this.counts ??= new LRUCache({ max: MAX_FAILING });
    const count = (this.counts.get(event) ?? 0) + failures;
    this.counts.set(event, count);
    return count;
  }

  delete(event: string): void {
    this.counts?.delete(event);
  }
}

/**
 * Starts a consumer; returns a function that stops it, finishes the events in progress, and returns
 * the prefetched ones to the stream.
 */
export function startConsumer<Deps>(consumer: AnyConsumer<Deps>, runtime: ConsumerRuntime<Deps>): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let stopMessages: (() => Promise<unknown>) | undefined;
  let started = false;

  runtime.bus.onConnected(async (connection) => {
    if (started || stopped) return;
    started = true;
    await retryUntil(
      async () => {
        const source = await openConsumer(consumer, connection, runtime);
        const messages = await source.consume({
          max_messages: 'handleAll' in consumer ? maxEventsOf(consumer) : SINGLE_FETCH_COUNT,
        });
        stopMessages = () => messages.close();
        const state = { failures: new FailureCounts(), isStopped: () => stopped };
        running = handleMessages(consumer, messages, { ...runtime, ...state });
      },
      () => stopped,
      runtime.log,
    );
  });

  return async () => {
    stopped = true;
    await stopMessages?.();
    await running;
  };
}

/**
 * Adds a metric of the events that each consumer has not handled yet. The stream counts them for
 * all replicas together.
 */
export function measurePending(
  consumers: readonly Subscription[],
  { bus, metrics }: { bus: EventBus; metrics: Metrics },
): void {
  addMeasuredGauge(metrics, {
    ...{ name: 'forge_consumer_waiting', help: 'Events that a consumer has not handled yet', labelNames: ['consumer'] },
    async measure(set) {
      const connection = bus.connection();
      if (!connection) return;
      const manager = await jetstreamManager(connection);
      const counts = consumers.map(async (consumer) => {
        const info = await manager.consumers.info(streamOf(ownerOf(consumer)), consumer.name);
        set({ consumer: consumer.name }, info.num_pending + info.num_ack_pending);
      });
      // A consumer that does not exist yet has no value.
      await Promise.allSettled(counts);
    },
  });
}

/** Name of the service that publishes the events of a consumer. */
function ownerOf({ name, events }: Subscription): string {
  const owner = events[0]?.split('.')[0];
  if (owner === undefined) throw new Error(`the consumer ${name} has no events`);
  return owner;
}

async function openConsumer<Deps>(
  consumer: AnyConsumer<Deps>,
  connection: NatsConnection,
  { bus, ackWaitMs }: Pick<ConsumerRuntime<Deps>, 'bus' | 'ackWaitMs'>,
): Promise<Consumer> {
  const owner = ownerOf(consumer);
  await ensureStream(connection, owner, bus.streamReplicas);
  const { consumers } = await jetstreamManager(connection);
  const stream = streamOf(owner);
  const mutableConfig = {
    filter_subjects: [...consumer.events],
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    inactive_threshold: nanos(INACTIVE_MS),
  };
  try {
    // Adding an existing durable consumer with the same settings changes nothing.
    await consumers.add(stream, {
      durable_name: consumer.name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: consumer.from === 'all' ? DeliverPolicy.All : DeliverPolicy.New,
      ...mutableConfig,
    });
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === CONSUMER_EXISTS)) throw error;
    // An update keeps the position of the consumer.
    await consumers.update(stream, consumer.name, mutableConfig);
  }
  return jetstream(connection).consumers.get(stream, consumer.name);
}

async function handleMessages<Deps>(
  consumer: AnyConsumer<Deps>,
  messages: ConsumerMessages,
  runtime: RunningConsumer<Deps>,
): Promise<void> {
  const readable = genuineMessages(consumer.name, messages, runtime);
  if ('handleAll' in consumer) {
    for await (const batch of batchesOf(readable, consumer)) await handleBatch(consumer, batch, runtime);
    return;
  }
  for await (const message of readable) await handleMessage(consumer, message, runtime);
}

/** A delivered event. */
interface Message {
  delivered: JsMsg;
  event: EventEnvelope;
}

/**
 * Yields the genuine events of a stream's messages. All others are discarded and never redelivered.
 * After a stop, the remaining messages are left to other replicas and to the next start.
 */
async function* genuineMessages(
  consumer: string,
  messages: ConsumerMessages,
  { log, verifier, isStopped }: Pick<RunningConsumer<never>, 'log' | 'verifier' | 'isStopped'>,
): AsyncGenerator<Message> {
  for await (const delivered of messages) {
    if (isStopped()) {
      delivered.nak();
      continue;
    }
    const event = isGenuine(delivered, verifier) ? readEvent(delivered) : undefined;
    if (event) {
      yield { delivered, event };
      continue;
    }
    log.error({ consumer, sequence: delivered.seq, subject: delivered.subject }, 'message is not a genuine event');
    delivered.term();
  }
}

function isGenuine({ subject, data, headers, time }: JsMsg, verifier: EventVerifier): boolean {
  const signature = headers?.get(SIGNATURE_HEADER) ?? '';
  return verifier.isGenuine({ subject, data, signature, storedAt: time.getTime() });
}

function maxEventsOf<Deps>({ maxEvents = BATCH_FETCH_COUNT }: BatchHandler<EventEnvelope, Deps>): number {
  return maxEvents;
}

/**
 * Groups consecutive messages that have already arrived; a group holds messages of one request
 * unless `acrossRequests`.
 */
async function* batchesOf<Deps>(
  messages: AsyncGenerator<Message>,
  handler: BatchHandler<EventEnvelope, Deps>,
): AsyncGenerator<Message[]> {
  const maxEvents = maxEventsOf(handler);
  let batch: Message[] = [];
  for (;;) {
    const next = messages.next();
    if (batch.length > 0 && !(await hasArrived(next))) {
      yield batch;
      batch = [];
    }
    const result = await next;
    const message = result.done ? undefined : result.value;
    const isFull = batch.length === maxEvents;
    const isOther = !handler.acrossRequests && batch[0]?.event.correlationid !== message?.event.correlationid;
    if (batch[0] && (isFull || isOther || !message)) {
      yield batch;
      batch = [];
    }
    if (!message) return;
    batch.push(message);
  }
}

/** Whether the next message has already arrived. */
function hasArrived(next: Promise<unknown>): Promise<boolean> {
  return Promise.race([next.then(() => true), setImmediate(false)]);
}

async function handleBatch<Deps>(
  consumer: Subscription & BatchHandler<EventEnvelope, Deps>,
  messages: readonly Message[],
  runtime: RunningConsumer<Deps>,
): Promise<void> {
  const [first, ...others] = messages;
  if (!first) return;
  if (others.length === 0) return handleMessage(consumer, first, runtime);
  const events = messages.map(({ event }) => event);
  const stopTimer = runtime.metrics.handled.startTimer({ consumer: consumer.name });
  try {
    await runtime.scope(first.event, () => consumer.handleAll(events, runtime.deps));
  } catch {
    // A failing event must not delay the others, and only it is retried.
    for (const message of messages) await handleMessage(consumer, message, runtime);
    return;
  }
  for (const { delivered } of messages) delivered.ack();
  stopTimer({ outcome: 'done' });
}

async function handleMessage<Deps>(
  consumer: AnyConsumer<Deps>,
  { delivered, event }: Message,
  runtime: RunningConsumer<Deps>,
): Promise<void> {
  const stopTimer = runtime.metrics.handled.startTimer({ consumer: consumer.name });
  const outcome = await runtime.scope(event, async () => {
    try {
      await handleSingly(consumer, event, runtime.deps);
      delivered.ack();
      runtime.failures.delete(event.id);
      return 'done';
    } catch (error) {
      return settleFailure(consumer.name, event, delivered, error, runtime);
    }
  });
  stopTimer({ outcome });
}

function readEvent(message: JsMsg): EventEnvelope | undefined {
  try {
    const event = message.json<EventEnvelope>();
    return event.type === message.subject ? event : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An event fails permanently after the last attempt, unless a dependency is unavailable: then it is
 * retried as long as that takes, as it is if the dead letter cannot be stored.
 */
async function settleFailure<Deps>(
  consumer: string,
  event: EventEnvelope,
  message: JsMsg,
  thrown: unknown,
  runtime: RunningConsumer<Deps>,
): Promise<'retried' | 'dead'> {
  const { failures, log, maxDeliveries } = runtime;
  const error = fromDatabaseError(thrown);
  const isUnavailable = isForgeError(error) && error.reason === 'unavailable';
  const tries = failures.add(event.id, isUnavailable ? 0 : 1);
  const fields = { err: thrown, consumer, event_id: event.id, event_type: event.type, tries };
  const retry = (): 'retried' => {
    const count = isUnavailable ? message.info.deliveryCount : tries;
    message.nak(retryDelays[Math.min(Math.max(count, 1), retryDelays.length) - 1]);
    return 'retried';
  };
  if (isUnavailable || tries < maxDeliveries) {
    log.warn(fields, 'event failed, will be retried');
    return retry();
  }
  log.error(fields, 'event failed permanently');
  try {
    await runtime.deadLetter(consumer, event, thrown);
  } catch (problem) {
    log.error({ ...fields, err: problem }, 'dead letter not stored, event will be retried');
    return retry();
  }
  failures.delete(event.id);
  message.term();
  return 'dead';
}
