/** Starts durable consumers: creates them in NATS, and receives their events. */
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type ConsumerAPI,
  type ConsumerConfig,
  type ConsumerInfo,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import { ownerOf, type AnyConsumer, type Subscription } from './consumers';
import { retryUntil, type EventBus } from './events';
import { FailureCounts, handleMessages, maxEventsOf, type ConsumerRuntime } from './handle-messages';
import { ensureStream, streamOf } from './streams';

/**
 * NATS removes a consumer that no process has used for this long, such as one of an earlier
 * version. Longer than events are retained, so a service that was stopped for long loses no more
 * than it already has.
 */
const INACTIVE_MS = 30 * 24 * 60 * 60 * 1000;
/** Error code of NATS if a consumer of that name has different settings. */
const CONSUMER_EXISTS = 10_148;
/** Error code of NATS if there is no consumer of that name. */
const CONSUMER_NOT_FOUND = 10_014;
/**
 * Number of prefetched events of a consumer that handles them one by one: so few that all are
 * handled before they are redelivered.
 */
const SINGLE_FETCH_COUNT = 50;

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
    name: 'forge_consumer_waiting',
    help: 'Events that a consumer has not handled yet',
    labelNames: ['consumer'],
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

/** Where a new consumer starts. */
async function startOf(
  { from, continues }: Subscription,
  consumers: ConsumerAPI,
  stream: string,
): Promise<Pick<ConsumerConfig, 'deliver_policy' | 'opt_start_seq'>> {
  const former = continues === undefined ? undefined : await findConsumer(consumers, stream, continues);
  if (former) return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: former.ack_floor.stream_seq + 1 };
  return { deliver_policy: from === 'all' ? DeliverPolicy.All : DeliverPolicy.New };
}

async function findConsumer(consumers: ConsumerAPI, stream: string, name: string): Promise<ConsumerInfo | undefined> {
  try {
    return await consumers.info(stream, name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === CONSUMER_NOT_FOUND) return undefined;
    throw error;
  }
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
      ...(await startOf(consumer, consumers, stream)),
      ...mutableConfig,
    });
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === CONSUMER_EXISTS)) throw error;
    // An update keeps the position of the consumer.
    await consumers.update(stream, consumer.name, mutableConfig);
  }
  return jetstream(connection).consumers.get(stream, consumer.name);
}
