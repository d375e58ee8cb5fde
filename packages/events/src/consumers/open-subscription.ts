/** Opens the durable consumer of a subscription, and creates it if it does not exist. */
import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  JetStreamApiError,
  jetstreamManager,
  type Consumer,
  type ConsumerInfo,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { ensureStream } from '../streams';
import { currentPositions, metadataOf, newPositions, type Positions } from './positions';
import type { Subscription } from './subscriptions';

/**
 * NATS removes a durable consumer that no process has used for this long, such as one of an earlier
 * version. Longer than events are retained, so a service that was stopped for long loses no more
 * than it already has.
 */
const INACTIVE_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Maximum number of events that all processes of a service together have received and not
 * acknowledged.
 */
const MAX_UNACKNOWLEDGED = 10_000;
/** Error code of NATS if a consumer of that name has different settings. */
const CONSUMER_EXISTS = 10_148;

/** An open subscription. */
export interface OpenedSubscription {
  source: Consumer;
  /** Where its consumers are: they do not receive earlier events. */
  positions: Positions;
}

/** Settings of the durable consumers of a process. */
export interface DurableSettings {
  /** Redelivery timeout in milliseconds. */
  ackWaitMs: number;
  /** Number of replicas of a stream that does not exist yet. */
  streamReplicas: number;
}

/** Opens a subscription. */
export async function openSubscription(
  subscription: Subscription,
  connection: NatsConnection,
  { ackWaitMs, streamReplicas }: DurableSettings,
): Promise<OpenedSubscription> {
  const { name, owner, stream, consumers } = subscription;
  await ensureStream(connection, owner, streamReplicas);
  const manager = await jetstreamManager(connection);
  const mutable = {
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: MAX_UNACKNOWLEDGED,
    inactive_threshold: nanos(INACTIVE_MS),
  };
  const existing = await durablesOf(manager, stream);
  let own = existing.find((durable) => durable.name === name);
  if (!own) own = await create(manager, subscription, mutable, existing);
  else if (own.config.ack_wait !== mutable.ack_wait) await manager.consumers.update(stream, name, mutable);
  return {
    source: await jetstream(connection).consumers.get(stream, name),
    positions: currentPositions(consumers, own, existing),
  };
}

/** Creates the durable consumer; another process may do so at the same time. */
async function create(
  manager: JetStreamManager,
  { name, stream, events, consumers }: Subscription,
  mutable: object,
  existing: readonly ConsumerInfo[],
): Promise<ConsumerInfo> {
  const { state } = await manager.streams.info(stream);
  const positions = newPositions(consumers, existing, state.last_seq);
  const first = Math.min(...Object.values(positions));
  try {
    return await manager.consumers.add(stream, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      filter_subjects: [...events],
      metadata: metadataOf(consumers, positions),
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: first,
      ...mutable,
    });
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === CONSUMER_EXISTS)) throw error;
    return manager.consumers.info(stream, name);
  }
}

async function durablesOf(manager: JetStreamManager, stream: string): Promise<ConsumerInfo[]> {
  const found: ConsumerInfo[] = [];
  for await (const info of manager.consumers.list(stream)) found.push(info);
  return found;
}
