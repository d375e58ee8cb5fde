/**
 * Durable consumers of events, which expect duplicates: what they state, and how what they follow
 * is handed to them.
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
 * A durable follower of another service's (or the own) events; its handler gets what the patterns
 * match.
 */
export type EventConsumer<Pattern extends EventPattern, Deps> = Following<Pattern> &
  Effect<ForgeEvent<EventTypeOf<Pattern>>, Deps>;

/** A consumer of whatever events, for code that runs all of them. */
export type AnyConsumer<Deps> = Following & Effect<EventEnvelope, Deps>;

/** What every follower states. */
export interface Following<Pattern extends string = string> {
  /** `<subscriber>-<purpose>`. */
  name: string;
  /** Event types of one service; a trailing `>` takes all below. */
  events: readonly Pattern[];
  /** Effects start with new events, projections with all that the stream holds. */
  from: 'new' | 'all';
}

type Effect<Event, Deps> = SingleEffect<Event, Deps> | SharedEffect<Event, Deps>;

/** Of an effect of each event. */
export interface SingleEffect<Event, Deps> {
  /**
   * Does the effect. May run again for the same event: key the effect by the event's id or version.
   */
  handle(event: Event, deps: Deps): Promise<void>;
  /**
   * For effects that remove data when something of another service was deleted: asks its owner
   * whether it is really gone. An event (`*.deleted`) for which this is false removes nothing and
   * ends as a dead letter.
   */
  isGone?(event: Event, deps: Deps): Promise<boolean>;
}

/**
 * Of an effect that costs about the same for many events as for one, as those of the thousands of
 * refs that a push may change.
 */
export interface SharedEffect<Event, Deps> {
  /**
   * Does the effect of events that wait together and that one request caused, the oldest first. May
   * run again for the same events; where it throws, it is called for each of them alone.
   */
  handleAll(events: Event[], deps: Deps): Promise<void>;
  /**
   * Takes events of several requests together, too: for what is counted anew, whatever happened.
   */
  acrossRequests?: boolean;
}

/** Does the effect of one event alone. */
export async function handleAlone<Deps>(consumer: AnyConsumer<Deps>, event: EventEnvelope, deps: Deps): Promise<void> {
  if ('handleAll' in consumer) return consumer.handleAll([event], deps);
  if (consumer.isGone && event.type.endsWith('.deleted') && !(await consumer.isGone(event, deps)))
    throw new Error(`${event.type}: ${event.subject} still exists`);
  return consumer.handle(event, deps);
}

/** Milliseconds before each further try of an event; the last one counts for all that follow. */
const retryDelays = [500, 2_000, 10_000, 30_000, 60_000, 300_000];
/**
 * NATS removes a consumer that no process has used for so long: one of an earlier version. Longer
 * than events are kept, so that a service that was stopped meanwhile has lost nothing by it.
 */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;
/** What NATS says where a consumer of the name has other settings. */
const CONSUMER_EXISTS = 10_148;
/**
 * Events that are fetched ahead: of those that are handled one by one so many that all are done
 * before they are delivered again.
 */
const FETCHED_SINGLY = 50;
const FETCHED_TOGETHER = 500;

/** What the runner of consumers needs beside the consumer. */
export interface ConsumerRuntime<Deps> {
  bus: EventBus;
  log: Logger;
  metrics: Metrics;
  /** Decides which events are genuine; others are dropped. */
  verifier: EventVerifier;
  deps: Deps;
  /** After how many tries an event has failed for good. */
  mostTries: number;
  /**
   * How long an event that was handed to a process is its own, in milliseconds: where it has not
   * handled it by then, another one gets it.
   */
  claimMs: number;
  /** Keeps an event that failed for good. */
  deadLetter(consumer: string, event: EventEnvelope, error: unknown): Promise<void>;
  /** Runs the handler inside the event's log scope. */
  scope<T>(event: EventEnvelope, work: () => Promise<T>): Promise<T>;
}

/** Events of a consumer whose failures are counted. */
const MAX_FAILING = 10_000;

/** The runtime of a consumer that runs. */
interface Running<Deps> extends ConsumerRuntime<Deps> {
  /**
   * How often each event failed in this process, by its id, not counting what was away. The stream
   * counts deliveries, which outages use up.
   */
  failures: LRUCache<string, number>;
}

/** Starts a consumer; returns how to stop it (what is in hand is finished). */
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
          max_messages: 'handleAll' in consumer ? FETCHED_TOGETHER : FETCHED_SINGLY,
        });
        stopMessages = () => messages.close();
        running = handleMessages(consumer, messages, { ...runtime, failures: new LRUCache({ max: MAX_FAILING }) });
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
 * Tells in the metrics how many events each consumer has not handled yet. The stream counts them,
 * for all replicas together.
 */
export function measureWaiting(
  consumers: readonly Following[],
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
      // One that does not exist yet has nothing to tell.
      await Promise.allSettled(counts);
    },
  });
}

/** The service whose events it follows. */
function ownerOf({ name, events }: Following): string {
  const owner = events[0]?.split('.')[0];
  if (owner === undefined) throw new Error(`${name} follows nothing`);
  return owner;
}

async function openConsumer<Deps>(
  consumer: AnyConsumer<Deps>,
  connection: NatsConnection,
  { bus, claimMs }: Pick<ConsumerRuntime<Deps>, 'bus' | 'claimMs'>,
): Promise<Consumer> {
  const owner = ownerOf(consumer);
  await ensureStream(connection, owner, bus.streamReplicas);
  const { consumers } = await jetstreamManager(connection);
  const stream = streamOf(owner);
  const changeable = {
    filter_subjects: [...consumer.events],
    ack_wait: nanos(claimMs),
    max_deliver: -1,
    inactive_threshold: nanos(UNUSED_MS),
  };
  try {
    // Adding a durable consumer that exists with the same settings changes nothing.
    await consumers.add(stream, {
      durable_name: consumer.name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: consumer.from === 'all' ? DeliverPolicy.All : DeliverPolicy.New,
      ...changeable,
    });
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === CONSUMER_EXISTS)) throw error;
    // It goes on where it was.
    await consumers.update(stream, consumer.name, changeable);
  }
  return jetstream(connection).consumers.get(stream, consumer.name);
}

async function handleMessages<Deps>(
  consumer: AnyConsumer<Deps>,
  messages: ConsumerMessages,
  runtime: Running<Deps>,
): Promise<void> {
  const readable = readableOf(consumer.name, messages, runtime);
  if ('handleAll' in consumer) {
    for await (const batch of batchesOf(readable, consumer.acrossRequests ?? false))
      await handleTogether(consumer, batch, runtime);
    return;
  }
  for await (const message of readable) await handleMessage(consumer, message, runtime);
}

/** An event as it was delivered. */
interface Message {
  delivered: JsMsg;
  event: EventEnvelope;
}

/**
 * The genuine events among the messages of a stream. All others are dropped: they are never
 * delivered again.
 */
async function* readableOf(
  consumer: string,
  messages: ConsumerMessages,
  { log, verifier }: Pick<ConsumerRuntime<never>, 'log' | 'verifier'>,
): AsyncGenerator<Message> {
  for await (const delivered of messages) {
    const event = isGenuine(delivered, verifier) ? readEvent(delivered) : undefined;
    if (event) {
      yield { delivered, event };
      continue;
    }
    log.error({ consumer, sequence: delivered.seq, subject: delivered.subject }, 'message is no genuine event');
    delivered.term();
  }
}

function isGenuine({ subject, data, headers, time }: JsMsg, verifier: EventVerifier): boolean {
  const signature = headers?.get(SIGNATURE_HEADER) ?? '';
  return verifier.isGenuine({ subject, data, signature, storedAt: time.getTime() });
}

/**
 * Messages that follow on one another, of one request unless `across`, as many as are there: none
 * is waited for.
 */
async function* batchesOf(messages: AsyncGenerator<Message>, across: boolean): AsyncGenerator<Message[]> {
  let batch: Message[] = [];
  for (;;) {
    const next = messages.next();
    if (batch.length > 0 && !(await isThere(next))) {
      yield batch;
      batch = [];
    }
    const taken = await next;
    const message = taken.done ? undefined : taken.value;
    const isFull = batch.length === FETCHED_TOGETHER;
    const isOther = !across && batch[0]?.event.correlationid !== message?.event.correlationid;
    if (batch[0] && (isFull || isOther || !message)) {
      yield batch;
      batch = [];
    }
    if (!message) return;
    batch.push(message);
  }
}

/** Whether something has come already. */
function isThere(next: Promise<unknown>): Promise<boolean> {
  return Promise.race([next.then(() => true), setImmediate(false)]);
}

async function handleTogether<Deps>(
  consumer: Following & SharedEffect<EventEnvelope, Deps>,
  messages: readonly Message[],
  runtime: Running<Deps>,
): Promise<void> {
  const [first, ...others] = messages;
  if (!first) return;
  if (others.length === 0) return handleMessage(consumer, first, runtime);
  const events = messages.map(({ event }) => event);
  const stopTimer = runtime.metrics.handled.startTimer({ consumer: consumer.name });
  try {
    await runtime.scope(first.event, () => consumer.handleAll(events, runtime.deps));
  } catch {
    // One that fails must not hold up the others, and only what fails is tried again.
    for (const message of messages) await handleMessage(consumer, message, runtime);
    return;
  }
  for (const { delivered } of messages) delivered.ack();
  stopTimer({ outcome: 'done' });
}

async function handleMessage<Deps>(
  consumer: AnyConsumer<Deps>,
  { delivered, event }: Message,
  runtime: Running<Deps>,
): Promise<void> {
  const stopTimer = runtime.metrics.handled.startTimer({ consumer: consumer.name });
  const outcome = await runtime.scope(event, async () => {
    try {
      await handleAlone(consumer, event, runtime.deps);
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
 * An event fails for good after the last try, unless something it needs is away: then it waits as
 * long as that takes, and so it does where it cannot be kept as a dead letter.
 */
async function settleFailure<Deps>(
  consumer: string,
  event: EventEnvelope,
  message: JsMsg,
  thrown: unknown,
  runtime: Running<Deps>,
): Promise<'retried' | 'dead'> {
  const { failures, log, mostTries } = runtime;
  const error = fromDatabaseError(thrown);
  const isAway = isForgeError(error) && error.reason === 'unavailable';
  const tries = (failures.get(event.id) ?? 0) + (isAway ? 0 : 1);
  failures.set(event.id, tries);
  const fields = { err: thrown, consumer, event_id: event.id, event_type: event.type, tries };
  const tryAgain = (): 'retried' => {
    const count = isAway ? message.info.deliveryCount : tries;
    message.nak(retryDelays[Math.min(Math.max(count, 1), retryDelays.length) - 1]);
    return 'retried';
  };
  if (isAway || tries < mostTries) {
    log.warn(fields, 'event failed, will be tried again');
    return tryAgain();
  }
  log.error(fields, 'event failed for good');
  try {
    await runtime.deadLetter(consumer, event, thrown);
  } catch (problem) {
    log.error({ ...fields, err: problem }, 'event that failed for good cannot be kept, will be tried again');
    return tryAgain();
  }
  failures.delete(event.id);
  message.term();
  return 'dead';
}
