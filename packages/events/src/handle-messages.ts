/** How the messages of a consumer are handled: verified, grouped, retried, dead-lettered. */
import { setImmediate } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import { isForgeError, fromDatabaseError } from '@forgemesh/errors';
import { inSpan, type Logger, type Metrics } from '@forgemesh/telemetry';
import { handleSingly, type AnyConsumer, type BatchHandler, type Subscription } from './consumers';
import type { EventReader, StreamMessage } from './event-reader';
import { processBatchSpan, processSpan } from './event-spans';
import { SIGNATURE_HEADER } from './event-signatures';
import type { EventEnvelope } from './event-types';
import type { EventBus } from './events';

/** Milliseconds before each retry of an event; the last value applies to all further retries. */
const retryDelays = [500, 2_000, 10_000, 30_000, 60_000, 300_000];
/** Default maximum number of events of a batch. */
const BATCH_FETCH_COUNT = 500;
/** Maximum number of events of a consumer whose failures are counted. */
const MAX_FAILING = 10_000;

/** Dependencies and settings of consumers. */
export interface ConsumerRuntime<Deps> {
  bus: EventBus;
  log: Logger;
  metrics: Metrics;
  /** Reads genuine events; other messages are discarded. */
  reader: EventReader;
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
export class FailureCounts {
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

/** Handles messages until there are no more. */
export async function handleMessages<Deps>(
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
  { log, reader, isStopped }: Pick<RunningConsumer<never>, 'log' | 'reader' | 'isStopped'>,
): AsyncGenerator<Message> {
  for await (const delivered of messages) {
    if (isStopped()) {
      delivered.nak();
      continue;
    }
    const event = reader.read(streamMessageOf(delivered));
    if (event) {
      yield { delivered, event };
      continue;
    }
    log.error({ consumer, sequence: delivered.seq, subject: delivered.subject }, 'message is not a genuine event');
    delivered.term();
  }
}

function streamMessageOf({ subject, data, headers, time }: JsMsg): StreamMessage {
  return { subject, data, signature: headers?.get(SIGNATURE_HEADER) ?? '', storedAt: time.getTime() };
}

/** Returns the maximum number of events of a batch. */
export function maxEventsOf<Deps>({ maxEvents = BATCH_FETCH_COUNT }: BatchHandler<EventEnvelope, Deps>): number {
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
    await inSpan(
      () => processBatchSpan(consumer.name, events),
      () => runtime.scope(first.event, () => consumer.handleAll(events, runtime.deps)),
    );
  } catch {
    // A failing event must not delay the others, and only it is retried.
    for (const message of messages) await handleMessage(consumer, message, runtime);
    return;
  }
  for (const { delivered } of messages) runtime.bus.acknowledge(delivered);
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
      await inSpan(
        () => processSpan(consumer.name, event),
        () => handleSingly(consumer, event, runtime.deps),
      );
      runtime.bus.acknowledge(delivered);
      runtime.failures.delete(event.id);
      return 'done';
    } catch (error) {
      return settleFailure(consumer.name, event, delivered, error, runtime);
    }
  });
  stopTimer({ outcome });
}

/**
 * An event fails permanently after the last attempt, unless a dependency is unavailable: then it is
 * retried as long as that takes, as it is if the dead letter cannot be stored. A dependency that
 * was available but exceeded a time limit counts as a failure: it may exceed it each time.
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
  const isUnavailable = isForgeError(error) && error.reason === 'unavailable' && !error.isTimeout;
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
