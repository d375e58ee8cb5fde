/**
 * Removes the durable consumers that earlier versions of a service followed events with and this one does not: nobody asks for their events
 * any more, so they would only gather.
 *
 * While one version replaces another, both run. So a consumer stays as long as anybody asks for its events, and for a day after it was last
 * used: an earlier version that comes back within it goes on where it was.
 */
import { jetstreamManager, type ConsumerInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { EventBus } from './events';
import type { Logger } from './logging';
import type { Schedule } from './schedule';

const EVERY_MS = 5 * 60_000;
/** How long a consumer is unused that nobody follows any more. */
const UNUSED_MS = 24 * 60 * 60_000;

/** What is looked for. */
export interface Orphans {
  /** The service whose consumers they are. */
  service: string;
  /** Names of the consumers that it has. */
  declared: readonly string[];
  unusedMs?: number;
}

/** Looks for them at intervals. */
export function orphanSweep(bus: EventBus, orphans: Orphans, log: Logger): Schedule<unknown> {
  return {
    name: `${orphans.service}-orphan-consumers`,
    everyMs: EVERY_MS,
    async run() {
      const connection = bus.connection();
      if (!connection) return;
      for (const name of await removeOrphans(connection, orphans)) log.info({ consumer: name }, 'consumer removed');
    },
  };
}

/** Removes the consumers of a service that it does not have any more, and returns their names. */
export async function removeOrphans(
  connection: NatsConnection,
  { service, declared, unusedMs = UNUSED_MS }: Orphans,
): Promise<string[]> {
  const manager = await jetstreamManager(connection);
  const removed: string[] = [];
  for await (const stream of manager.streams.names()) {
    for await (const consumer of manager.consumers.list(stream)) {
      const { name } = consumer;
      if (!name.startsWith(`${service}-`) || declared.includes(name) || isUsed(consumer, unusedMs)) continue;
      await manager.consumers.delete(stream, name);
      removed.push(name);
    }
  }
  return removed;
}

/** Whether somebody asks for events, or did something with one, or was made, a short while ago. */
function isUsed(
  { num_waiting: asking, delivered, ack_floor: acked, created }: ConsumerInfo,
  unusedMs: number,
): boolean {
  const moments = [created, delivered.last_active, acked.last_active].filter((moment) => moment !== undefined);
  return asking > 0 || moments.some((moment) => Date.now() - Date.parse(String(moment)) < unusedMs);
}
