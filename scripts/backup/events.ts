// Backup of the events that were unhandled during the backup. The databases are copied at different
// moments; redelivering these events makes them consistent. Consumers are idempotent.

import { PlainError } from '../lib/fail.ts';
import { serviceNames } from './databases.ts';
import { jetStream, natsHeaders, signatureHeader, streams, subscriptions } from '../lib/libraries.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { createEventSigner } from './secrets.ts';

const consumersFile = 'events/consumers.json';

/** Consumer configuration, as the services create it. */
interface Following {
  stream: string;
  config: Record<string, unknown>;
}

export async function connectEvents(url: string) {
  const { connect, serverOptions } = jetStream();
  return connect({ ...serverOptions({ url }), timeout: 5_000, reconnect: false }).catch((error: Error) => {
    throw new PlainError(`NATS does not respond (${error.message}).`);
  });
}

/**
 * Records the position of each stream before anything else is read: the oldest event that a
 * consumer has not handled.
 */
export async function markEvents(
  connection: NatsConnection,
): Promise<{ starts: Map<string, number>; consumers: Following[] }> {
  const manager = await jetStream().jetstreamManager(connection);
  const starts = new Map();
  const consumers: Following[] = [];
  for (const stream of await streamsOf(manager)) {
    const { state } = await manager.streams.info(stream);
    let start = state.last_seq + 1;
    const durables = [];
    for await (const info of manager.consumers.list(stream)) if (info.config.durable_name) durables.push(info);
    const { currentDurables, eventTypesIn, restoredMetadata } = subscriptions();
    for (const info of currentDurables(durables)) {
      const { durable_name, ack_policy, ack_wait, max_deliver } = info.config;
      const config = {
        durable_name,
        filter_subjects: eventTypesIn(info),
        ack_policy,
        ack_wait,
        max_deliver,
        // The restored stream holds only events that were not handled.
        deliver_policy: 'all',
        metadata: restoredMetadata(info),
      };
      consumers.push({ stream, config });
      const isBehind = info.num_pending + info.num_ack_pending > 0;
      if (isBehind) start = Math.min(start, info.ack_floor.stream_seq + 1);
    }
    starts.set(stream, start);
  }
  return { starts, consumers };
}

/**
 * Backs up all events from the recorded positions on.
 * @returns number of events
 */
export async function backUpEvents(
  connection: NatsConnection,
  { starts, consumers }: Awaited<ReturnType<typeof markEvents>>,
  backup: Backup,
): Promise<number> {
  const manager = await jetStream().jetstreamManager(connection);
  let count = 0;
  const linesOf = async function* (stream: string, start: number) {
    const { state } = await manager.streams.info(stream);
    for (let seq = Math.max(start, state.first_seq); seq <= state.last_seq; seq++) {
      const message = await manager.streams.getMessage(stream, { seq });
      if (!message) continue;
      count++;
      const signature = message.header?.get(signatureHeader()) || undefined;
      yield Buffer.from(`${JSON.stringify({ subject: message.subject, data: message.string(), signature })}\n`);
    }
  };
  for (const [stream, start] of starts) await backup.write(`events/${stream}.jsonl`, linesOf(stream, start));
  await backup.write(consumersFile, [Buffer.from(JSON.stringify(consumers))]);
  return count;
}

/** @throws if a service has a stream already */
export async function assertNoEvents(connection: NatsConnection) {
  const manager = await jetStream().jetstreamManager(connection);
  const [stream] = await streamsOf(manager);
  if (!stream) return;
  throw new PlainError(
    `NATS has a stream ${stream} already: a backup is restored into an empty mesh only, one that was never started.`,
  );
}

/**
 * Creates the consumers first, because a consumer that is created later would start with new
 * events. Consumers drop events without a valid signature of the publishing service, so the events
 * are signed with its current key; without that key the stored signature is kept.
 */
export async function restoreEvents(
  connection: NatsConnection,
  backup: OpenedBackup,
  signEvent: ReturnType<typeof createEventSigner>,
) {
  const manager = await jetStream().jetstreamManager(connection);
  const client = jetStream().jetstream(connection);
  for (const service of serviceNames()) await streams().ensureStream(connection, service);
  for (const { stream, config } of JSON.parse(await textOf(backup.read(consumersFile)))) {
    await manager.consumers.add(stream, config);
  }
  for (const { path } of backup.files('events')) {
    if (!path.endsWith('.jsonl')) continue;
    const lines = (await textOf(backup.read(path))).split('\n').filter(Boolean);
    for (const line of lines) {
      const { subject, data, signature: stored } = JSON.parse(line);
      const signature = signEvent(subject.split('.')[0], data) ?? stored;
      const headers = natsHeaders();
      if (signature) headers.set(signatureHeader(), signature);
      await client.publish(subject, data, { headers, msgID: JSON.parse(data).id });
    }
  }
}

/** @returns names of the existing streams of services */
async function streamsOf(manager: JetStreamManager): Promise<string[]> {
  const names = new Set(serviceNames().map((name) => streams().streamOf(name)));
  const found = [];
  for await (const name of manager.streams.names()) if (names.has(name)) found.push(name);
  return found.sort();
}

async function textOf(stream: AsyncIterable<Uint8Array>) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
