/** Events of the other services on the bus of the suite. */
import { randomUUID } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import {
  createEventBus,
  createEventSigner,
  type EventBus,
  type EventChanges,
  type EventEnvelope,
  type EventEntity,
  type EventType,
  type ForgeEvent,
  openEventConnection,
  type Subscription,
} from '@forgemesh/events';
import { createMetrics } from '@forgemesh/telemetry';
import { waitFor } from '../index';
import { silentLog } from '../runtime';

/** An event to publish. */
export interface NewTestEvent<Type extends EventType> {
  /** Id of the entity. */
  subject: number | string;
  entity: EventEntity<Type>;
  changes?: EventChanges<Type>;
  /** Version of the entity; 1 by default. */
  version?: number;
  /** Id of the user who caused it. */
  actor?: number | null;
}

/** Publishes events on behalf of the other services, and observes the consumers of one service. */
export class SiblingEvents {
  private readonly connection;
  private readonly buses = new Map<string, EventBus>();
  private readonly received: EventEnvelope[] = [];

  /** @param service whose events are observed */
  constructor(
    url: string,
    service: string,
    private readonly signingKey: (process: string) => string,
  ) {
    this.connection = openEventConnection({ url, name: 'suite', log: silentLog });
    this.connection.onConnected(async (connection) => {
      const callback = (_error: unknown, message: { json<T>(): T }): void => {
        this.received.push(message.json<EventEnvelope>());
      };
      connection.subscribe(`${service}.>`, { callback });
    });
  }

  /** Waits for an event of the service under test. */
  async published<Type extends EventType>(
    type: Type,
    matches: (event: ForgeEvent<Type>) => boolean,
  ): Promise<ForgeEvent<Type>> {
    const find = () => this.received.find((event) => event.type === type && matches(event as ForgeEvent<Type>));
    return (await waitFor(async () => find(), Boolean)) as ForgeEvent<Type>;
  }

  async publish<Type extends EventType>(
    type: Type,
    { subject, entity, changes, version = 1, actor = null }: NewTestEvent<Type>,
  ): Promise<void> {
    const [service = ''] = type.split('.');
    const bus = await this.busOf(service);
    await bus.publish({
      specversion: '1.0',
      id: randomUUID(),
      source: `/forgemesh/${service}`,
      type,
      time: new Date().toISOString(),
      subject: String(subject),
      datacontenttype: 'application/json',
      actor,
      correlationid: randomUUID(),
      data: { entity, version, changes: changes ?? {} },
    });
  }

  /**
   * Resolves when the subscriptions exist: events that are published later reach their consumers.
   */
  async waitForSubscriptions(subscriptions: readonly Subscription[]): Promise<void> {
    await waitFor(
      () => Promise.all(subscriptions.map((subscription) => this.pendingOf(subscription))),
      () => true,
    );
  }

  /** Resolves when the consumers of the subscriptions have finished or deferred all events. */
  async waitUntilDelivered(subscriptions: readonly Subscription[]): Promise<void> {
    await waitFor(
      () => Promise.all(subscriptions.map((subscription) => this.pendingOf(subscription))),
      (pending) => pending.every((count) => count === 0),
    );
  }

  /** Deletes all streams with their consumers. */
  async deleteStreams(): Promise<void> {
    const { streams } = await this.manager();
    for await (const { config } of streams.list()) await streams.delete(config.name);
  }

  async close(): Promise<void> {
    for (const bus of this.buses.values()) await bus.close();
    await this.connection.close();
  }

  private async pendingOf({ name, stream }: Subscription): Promise<number> {
    const { consumers } = await this.manager();
    const info = await consumers.info(stream, name);
    return info.num_pending + info.num_ack_pending;
  }

  private async manager() {
    const connection = await waitFor(async () => this.connection.connection(), Boolean);
    if (!connection) throw new Error('NATS is unavailable');
    return jetstreamManager(connection);
  }

  private async busOf(service: string): Promise<EventBus> {
    const known = this.buses.get(service);
    if (known) return known;
    const bus = createEventBus({
      service,
      on: this.connection,
      signer: createEventSigner(this.signingKey(service)),
      log: silentLog,
      metrics: createMetrics(service),
    });
    this.buses.set(service, bus);
    await waitFor(async () => bus.isConnected(), Boolean);
    return bus;
  }
}
