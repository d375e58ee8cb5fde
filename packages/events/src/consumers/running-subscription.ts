/** Receives the events of a subscription, and hands each to the consumers that it is for. */
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import type { EventReader } from '../event-reader';
import { SIGNATURE_HEADER } from '../event-signatures';
import type { EventEnvelope } from '../event-types';
import { retryUntil, type EventBus } from '../events';
import { ConsumerQueue, type ConsumerRuntime } from './consumer-queue';
import { Delivery, type DeliveryResult } from './delivery';
import { openSubscription } from './open-subscription';
import type { Positions } from './positions';
import { matchesPattern, type Subscription } from './subscriptions';
import type { AnyConsumer } from './consumer';

/** Number of events that are requested from the stream in advance. */
const PREFETCH_COUNT = 500;
/** Maximum number of events that wait for consumers of a subscription in this process. */
const MAX_IN_PROGRESS = 1_000;
/** How long an event may wait for a consumer while others have nothing to do. */
const MAX_WAIT_MS = 2_000;
/** Maximum number of redelivered events of which is known which consumers have finished them. */
const MAX_RETURNED = 10_000;

const nobody: ReadonlySet<string> = new Set();

/** What the subscriptions of a service share. */
export interface SubscriptionRuntime<Deps> extends ConsumerRuntime<Deps> {
  bus: EventBus;
  /** Reads genuine events; other messages are discarded. */
  reader: EventReader;
  /**
   * Redelivery timeout in milliseconds: an event of a process that has died is delivered to another
   * one after this time.
   */
  ackWaitMs: number;
}

/** A running subscription. */
export class RunningSubscription<Deps> {
  readonly queues: readonly ConsumerQueue<Deps>[];
  private readonly inProgress = new Set<Delivery>();
  /** The consumers that have finished events which are delivered again, by the id of the event. */
  private returned: LRUCache<string, ReadonlySet<string>> | undefined;
  private readonly queuesOfTypes = new Map<string, readonly ConsumerQueue<Deps>[]>();
  private positions: Positions = {};
  private isStarted = false;
  private isStopped = false;
  private receiving: Promise<void> = Promise.resolve();
  private closeMessages: (() => Promise<unknown>) | undefined;
  private onRoom: (() => void) | undefined;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly subscription: Subscription<AnyConsumer<Deps>>,
    private readonly runtime: SubscriptionRuntime<Deps>,
  ) {
    this.queues = subscription.consumers.map((consumer) => new ConsumerQueue(consumer, runtime));
    // A slow consumer is no reason to deliver the event to another process as well.
    this.heartbeat = setInterval(() => this.extendDeliveries(), runtime.ackWaitMs / 3).unref();
    runtime.bus.onConnected(async (connection) => {
      if (this.isStarted || this.isStopped) return;
      this.isStarted = true;
      await retryUntil(
        async () => {
          const settings = { ackWaitMs: runtime.ackWaitMs, streamReplicas: runtime.bus.streamReplicas };
          const { source, positions } = await openSubscription(subscription, connection, settings);
          const messages = await source.consume({ max_messages: PREFETCH_COUNT });
          this.positions = positions;
          this.closeMessages = () => messages.close();
          this.receiving = this.receive(messages);
          if (this.isStopped) await messages.close();
        },
        () => this.isStopped,
        runtime.log,
      );
    });
  }

  /** Finishes the events that are being handled, and returns the others to the stream. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.onRoom?.();
    await this.closeMessages?.();
    await Promise.all(this.queues.map((queue) => queue.stop()));
    await this.receiving;
    clearInterval(this.heartbeat);
  }

  private async receive(messages: ConsumerMessages): Promise<void> {
    for await (const message of messages) {
      await this.waitForRoom();
      if (this.isStopped) returnMessage(message, 0);
      else this.deliver(message);
    }
  }

  /** Hands a message to the consumers; one that is not a genuine event is never delivered again. */
  private deliver(message: JsMsg): void {
    const { runtime, subscription } = this;
    const { subject, data, headers, time, seq: sequence } = message;
    const signature = headers?.get(SIGNATURE_HEADER) ?? '';
    const event = runtime.reader.read({ subject, data, signature, storedAt: time.getTime() });
    if (!event) {
      runtime.log.error({ consumer: subscription.name, sequence, subject }, 'message is not a genuine event');
      message.term();
      return;
    }
    const finished = this.returned?.get(event.id) ?? nobody;
    const receivers = this.queuesOf(event).filter(
      ({ consumer: { name } }) => sequence >= (this.positions[name] ?? 1) && !finished.has(name),
    );
    const delivery = new Delivery(message, event, finished, (ended, result) => this.end(ended, result));
    this.inProgress.add(delivery);
    delivery.expect(receivers.length);
    for (const queue of receivers) {
      queue.add({
        event,
        sequence,
        failures: 0,
        attempts: message.info.deliveryCount - 1,
        isDeferred: false,
        finish: () => delivery.finish(queue.consumer.name),
        release: (delayMs) => delivery.release(delayMs),
      });
    }
  }

  private end(delivery: Delivery, { finished, redeliverAfterMs }: DeliveryResult): void {
    const { message, event } = delivery;
    this.inProgress.delete(delivery);
    this.onRoom?.();
    if (redeliverAfterMs === undefined) {
      this.returned?.delete(event.id);
      this.runtime.bus.acknowledge(message);
      return;
    }
    this.returned ??= new LRUCache({ max: MAX_RETURNED });
    this.returned.set(event.id, finished);
    returnMessage(message, redeliverAfterMs);
  }

  private queuesOf({ type }: EventEnvelope): readonly ConsumerQueue<Deps>[] {
    const known = this.queuesOfTypes.get(type);
    if (known) return known;
    const receivers = this.queues.filter(({ consumer: { events } }) =>
      events.some((pattern) => matchesPattern(pattern, type)),
    );
    this.queuesOfTypes.set(type, receivers);
    return receivers;
  }

  /**
   * Waits until fewer events are in progress. If a consumer has nothing to do in the meantime, the
   * events of those that are behind are deferred.
   */
  private async waitForRoom(): Promise<void> {
    while (this.inProgress.size >= MAX_IN_PROGRESS && !this.isStopped) {
      const room = new Promise<void>((resolve) => (this.onRoom = resolve));
      const timer = setTimeout(() => this.onRoom?.(), MAX_WAIT_MS);
      await room;
      clearTimeout(timer);
      if (this.queues.some((queue) => queue.isIdle()))
        await Promise.all(this.queues.map((queue) => queue.deferWaiting(MAX_WAIT_MS)));
    }
    this.onRoom = undefined;
  }

  private extendDeliveries(): void {
    try {
      for (const { message } of this.inProgress) message.working();
    } catch (error) {
      // The connection was closed: the stream delivers the events again.
      this.runtime.log.warn({ err: error, consumer: this.subscription.name }, 'deliveries not extended');
    }
  }
}

/** Returns a message to the stream, which delivers it again after some time. */
function returnMessage(message: JsMsg, delayMs: number): void {
  try {
    message.nak(delayMs === 0 ? undefined : delayMs);
  } catch {
    // The connection was closed: the stream delivers the event again after the redelivery timeout.
  }
}
