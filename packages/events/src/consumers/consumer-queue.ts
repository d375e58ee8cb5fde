/** The queue of one consumer: its events are handled in order, grouped, retried, dead-lettered. */
import { setImmediate } from 'node:timers/promises';
import { isForgeError, fromDatabaseError } from '@forgemesh/errors';
import { inSpan, type Logger, type Metrics } from '@forgemesh/telemetry';
import type { EventEnvelope } from '../event-types';
import { processBatchSpan, processSpan } from '../event-spans';
import { handleSingly, type AnyConsumer } from './consumer';
import type { DeferredEvents, UnhandledEvent } from './deferred-events';

/** Milliseconds before each retry of an event; the last value applies to all further retries. */
const retryDelays = [500, 2_000, 10_000, 30_000, 60_000, 300_000];
/** Default maximum number of events of a batch. */
const MAX_BATCH = 500;

/** Dependencies and settings of consumers. */
export interface ConsumerRuntime<Deps> {
  log: Logger;
  metrics: Metrics;
  deps: Deps;
  /** Where events continue that failed or that overload the consumer. */
  deferred: DeferredEvents;
  /** Number of failed attempts after which an event becomes a dead letter. */
  maxDeliveries: number;
  /** Stores an event that failed permanently. */
  deadLetter(consumer: string, event: EventEnvelope, error: unknown): Promise<void>;
  /** Runs the handler inside the event's log scope. */
  scope<T>(event: EventEnvelope, work: () => Promise<T>): Promise<T>;
}

/**
 * How the consumer has finished an event: `handled`, a dead letter (`dead`), or `deferred` to be
 * handled later from the database.
 */
export type Outcome = 'handled' | 'dead' | 'deferred';

/** An event in the queue of a consumer. */
export interface QueuedEvent extends UnhandledEvent {
  /** Whether the event comes from the deferred events. */
  isDeferred: boolean;
  /** Reports to the source of the event that the consumer has finished it. */
  finish(outcome: Outcome): void;
  /** Returns the event to its source, which delivers it again after some time. */
  release(delayMs: number): void;
}

/** The queue of a consumer. */
export class ConsumerQueue<Deps> {
  private waiting: (QueuedEvent & { queuedAt: number })[] = [];
  private running: Promise<void> | undefined;
  private isStopped = false;
  /**
   * Whether earlier events are deferred because the consumer is overloaded: later ones wait for
   * them, so that the order stays.
   */
  private isBehind = false;

  constructor(
    readonly consumer: AnyConsumer<Deps>,
    private readonly runtime: ConsumerRuntime<Deps>,
  ) {}

  add(event: QueuedEvent): void {
    if (this.isStopped) return event.release(0);
    this.waiting.push({ ...event, queuedAt: performance.now() });
    this.start();
  }

  /** Whether the queue is empty and no event is handled. */
  isIdle(): boolean {
    return this.waiting.length === 0 && this.running === undefined;
  }

  /** Whether events from the deferred events wait in the queue. */
  hasDeferred(): boolean {
    return this.waiting.some(({ isDeferred }) => isDeferred);
  }

  /**
   * Defers the waiting events of the stream if the first of them has waited for some time, or if
   * earlier ones are deferred, so that other consumers do not wait for this one. The events stay in
   * the queue if they cannot be stored.
   */
  async deferWaiting(minWaitMs: number): Promise<void> {
    const first = this.waiting.find(({ isDeferred }) => !isDeferred);
    if (!first || (!this.isBehind && performance.now() - first.queuedAt < minWaitMs)) return;
    const fromStream = this.waiting.filter(({ isDeferred }) => !isDeferred);
    const wasBehind = this.isBehind;
    this.waiting = this.waiting.filter(({ isDeferred }) => isDeferred);
    this.isBehind = true;
    try {
      await this.runtime.deferred.store(this.consumer.name, fromStream, 0);
      // It may have caught up with earlier deferred events in the meantime.
      this.isBehind = true;
      for (const event of fromStream) event.finish('deferred');
    } catch (error) {
      this.runtime.log.warn({ err: error, consumer: this.consumer.name }, 'events of a slow consumer not deferred');
      this.isBehind = wasBehind;
      if (this.isStopped) {
        for (const event of fromStream) event.release(0);
        return;
      }
      this.waiting.unshift(...fromStream);
      this.start();
    }
  }

  /** Continues with the events of the stream: none is deferred any more because of an overload. */
  catchUp(): void {
    this.isBehind = false;
    this.start();
  }

  /** Finishes the event that is being handled, and releases those that wait. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const event of this.waiting.splice(0)) event.release(0);
    await this.running;
  }

  private start(): void {
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    // Events that arrive together are handled together.
    await setImmediate();
    for (let batch = this.takeBatch(); batch.length > 0; batch = this.takeBatch()) await this.handle(batch);
    this.running = undefined;
  }

  /** Takes the first event, and those after it that the consumer handles in the same call. */
  private takeBatch(): QueuedEvent[] {
    const start = this.isBehind ? this.waiting.findIndex(({ isDeferred }) => isDeferred) : 0;
    const first = this.waiting[start];
    if (!first) return [];
    const { consumer } = this;
    let length = 1;
    if ('handleAll' in consumer) {
      const { maxEvents = MAX_BATCH, acrossRequests } = consumer;
      const isNext = (other: QueuedEvent | undefined): boolean =>
        other !== undefined &&
        (!this.isBehind || other.isDeferred) &&
        (acrossRequests === true || other.event.correlationid === first.event.correlationid);
      while (length < maxEvents && isNext(this.waiting[start + length])) length++;
    }
    return this.waiting.splice(start, length);
  }

  private async handle(batch: readonly QueuedEvent[]): Promise<void> {
    const { consumer, runtime } = this;
    const [first] = batch;
    if (first && batch.length > 1 && 'handleAll' in consumer) {
      const events = batch.map(({ event }) => event);
      const stopTimer = runtime.metrics.handled.startTimer({ consumer: consumer.name });
      try {
        await inSpan(
          () => processBatchSpan(consumer.name, events),
          () => runtime.scope(first.event, () => consumer.handleAll(events, runtime.deps)),
        );
        stopTimer({ outcome: 'done' });
        for (const event of batch) event.finish('handled');
        return;
      } catch (error) {
        // A failing event must not delay the others, and only it is retried.
        runtime.log.debug({ err: error, consumer: consumer.name }, 'events failed together, handled one by one');
      }
    }
    for (const event of batch) await this.handleOne(event);
  }

  private async handleOne(queued: QueuedEvent): Promise<void> {
    const { consumer, runtime } = this;
    const { event } = queued;
    const stopTimer = runtime.metrics.handled.startTimer({ consumer: consumer.name });
    const outcome = await runtime.scope(event, async () => {
      try {
        await inSpan(
          () => processSpan(consumer.name, event),
          () => handleSingly(consumer, event, runtime.deps),
        );
      } catch (error) {
        return this.settleFailure(queued, error);
      }
      queued.finish('handled');
      return 'done';
    });
    stopTimer({ outcome });
  }

  /**
   * An event fails permanently after the last attempt, unless a dependency is unavailable: then it
   * is retried as long as that takes, as it is if the dead letter cannot be stored. A dependency
   * that was available but exceeded a time limit counts as a failure: it may exceed it each time.
   */
  private async settleFailure(queued: QueuedEvent, thrown: unknown): Promise<'retried' | 'dead'> {
    const { consumer, runtime } = this;
    const { log, deferred, maxDeliveries } = runtime;
    const { event, sequence } = queued;
    const error = fromDatabaseError(thrown);
    const isUnavailable = isForgeError(error) && error.reason === 'unavailable' && !error.isTimeout;
    const failures = queued.failures + (isUnavailable ? 0 : 1);
    const attempts = queued.attempts + 1;
    const fields = {
      err: thrown,
      consumer: consumer.name,
      event_id: event.id,
      event_type: event.type,
      tries: failures,
    };
    if (isUnavailable || failures < maxDeliveries) {
      log.warn(fields, 'event failed, will be retried');
    } else {
      log.error(fields, 'event failed permanently');
      try {
        await runtime.deadLetter(consumer.name, event, thrown);
        queued.finish('dead');
        return 'dead';
      } catch (problem) {
        log.error({ ...fields, err: problem }, 'dead letter not stored, event will be retried');
      }
    }
    const delayMs = retryDelay(isUnavailable ? attempts : failures);
    try {
      await deferred.store(consumer.name, [{ event, sequence, failures, attempts }], delayMs);
      queued.finish('deferred');
    } catch (problem) {
      log.warn({ ...fields, err: problem }, 'failed event not deferred, will be delivered again');
      queued.release(delayMs);
    }
    return 'retried';
  }
}

/** Returns the milliseconds before the retry that follows a number of attempts. */
function retryDelay(attempts: number): number {
  return retryDelays[Math.min(Math.max(attempts, 1), retryDelays.length) - 1] as number;
}
