/** Starts the consumers of a service: their subscriptions, and their deferred events. */
import { jetstreamManager } from '@nats-io/jetstream';
import { addMeasuredGauge } from '@forgemesh/telemetry';
import type { AnyConsumer } from './consumer';
import type { ConsumerQueue, Outcome } from './consumer-queue';
import type { UnhandledEvent } from './deferred-events';
import { metricNameOf } from './positions';
import { RunningSubscription, type SubscriptionRuntime } from './running-subscription';
import { subscriptionsOf, type Subscription } from './subscriptions';

/** The running consumers of a service in one process. */
export interface RunningConsumers {
  /**
   * Hands due deferred events to their consumers. Returns `more` if some are left, due or not; call
   * it again soon then, and otherwise after writes to the deferred events and at intervals.
   */
  resumeDeferred(): Promise<'more' | void>;
  /**
   * Finishes the events in progress, and returns the other ones to the stream and to the deferred
   * events.
   */
  stop(): Promise<void>;
}

/** Starts consumers in the background: NATS may be unavailable. */
export function startConsumers<Deps>(
  service: string,
  consumers: readonly AnyConsumer<Deps>[],
  runtime: SubscriptionRuntime<Deps>,
): RunningConsumers {
  const subscriptions = subscriptionsOf(service, consumers);
  const running = subscriptions.map((subscription) => new RunningSubscription(subscription, runtime));
  const queues = running.flatMap((subscription) => subscription.queues);
  const claims = new ClaimedEvents(runtime);
  measureWaiting(subscriptions, runtime);
  return {
    async resumeDeferred() {
      const pending = await runtime.deferred.pending();
      const waiting = new Map(pending.map((row) => [row.consumer, row]));
      let isLeft = false;
      for (const queue of queues) {
        const row = waiting.get(queue.consumer.name);
        if (row) isLeft = true;
        if (queue.hasDeferred()) continue;
        if (row?.isDue) await claims.hand(queue);
        else queue.catchUp();
      }
      return isLeft ? 'more' : undefined;
    },
    async stop() {
      await Promise.all(running.map((subscription) => subscription.stop()));
      claims.close();
    },
  };
}

/** The deferred events that this process handles. */
class ClaimedEvents<Deps> {
  private readonly claimed = new Map<UnhandledEvent, string>();
  private readonly renewal: NodeJS.Timeout;

  constructor(private readonly runtime: SubscriptionRuntime<Deps>) {
    this.renewal = setInterval(() => this.renew(), runtime.ackWaitMs / 3).unref();
  }

  /** Claims due events of a consumer and adds them to its queue. */
  async hand(queue: ConsumerQueue<Deps>): Promise<void> {
    const { deferred, ackWaitMs } = this.runtime;
    const { name } = queue.consumer;
    for (const event of await deferred.claim(name, ackWaitMs)) {
      this.claimed.set(event, name);
      queue.add({
        ...event,
        isDeferred: true,
        finish: (outcome) => this.finish(name, event, outcome),
        release: (delayMs) => this.release(name, event, delayMs),
      });
    }
  }

  close(): void {
    clearInterval(this.renewal);
  }

  private finish(consumer: string, event: UnhandledEvent, outcome: Outcome): void {
    this.claimed.delete(event);
    // A deferred event was stored again.
    if (outcome === 'deferred') return;
    this.settle(consumer, this.runtime.deferred.remove(consumer, event.event));
  }

  private release(consumer: string, event: UnhandledEvent, delayMs: number): void {
    this.claimed.delete(event);
    this.settle(consumer, this.runtime.deferred.renew(consumer, event.event, delayMs));
  }

  private renew(): void {
    const { deferred, ackWaitMs } = this.runtime;
    for (const [{ event }, consumer] of this.claimed) this.settle(consumer, deferred.renew(consumer, event, ackWaitMs));
  }

  /** If the database is unavailable, the event is handled again when its lease ends. */
  private settle(consumer: string, write: Promise<void>): void {
    write.catch((error: unknown) => this.runtime.log.warn({ err: error, consumer }, 'deferred event not updated'));
  }
}

/**
 * Adds a metric of the events that are not handled yet: of each subscription those that any of its
 * consumers has not finished, which the stream counts for all replicas together, and of each
 * consumer its deferred events.
 */
function measureWaiting<Deps>(
  subscriptions: readonly Subscription[],
  { bus, deferred, metrics }: SubscriptionRuntime<Deps>,
): void {
  addMeasuredGauge(metrics, {
    name: 'forge_consumer_waiting',
    help: 'Events that a consumer has not handled yet',
    labelNames: ['consumer'],
    async measure(set) {
      for (const [consumer, count] of deferred.counts()) set({ consumer }, count);
      const connection = bus.connection();
      const manager = connection && (await jetstreamManager(connection));
      const counts = subscriptions.map(async ({ name, stream }) => {
        const info = await manager?.consumers.info(stream, name);
        if (info) set({ consumer: metricNameOf(info) }, info.num_pending + info.num_ack_pending);
      });
      // A subscription that does not exist yet has no value.
      await Promise.allSettled(counts);
    },
  });
}
