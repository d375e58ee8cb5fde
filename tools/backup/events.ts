// The events that were on their way while the backup was made: each database shows another moment
// of that time, and handling these events once more brings them together. Consumers expect an event
// twice.

import { PlainError } from '../lib/fail.ts';
import { serviceNames } from './databases.ts';
import { jetStream, natsHeaders, signatureHeader, streams } from './libraries.ts';
import type { Backup, OpenedBackup } from './archive.ts';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { createEventSigner } from './secrets.ts';

const consumersFile = 'events/consumers.json';

/** How a consumer is made, as services do it. */
interface Following {
  stream: string;
  config: Record<string, unknown>;
}

export async function connectEvents(url: string) {
  const { connect, serverOptions } = jetStream();
  return connect({ ...serverOptions({ url }), timeout: 5_000, reconnect: false }).catch((error: Error) => {
    throw new PlainError(`NATS does not answer (${error.message}).`);
  });
}

/**
 * Where each stream is before the backup reads anything else: at the oldest event that a consumer
 * has not handled yet.
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
    for await (const info of manager.consumers.list(stream)) {
      const { durable_name, filter_subjects, filter_subject, ack_policy, ack_wait, max_deliver, deliver_policy } =
        info.config;
      if (!durable_name) continue;
      const subjects = filter_subjects ?? [filter_subject];
      const config = { durable_name, filter_subjects: subjects, ack_policy, ack_wait, max_deliver, deliver_policy };
      consumers.push({ stream, config });
      const isBehind = info.num_pending + info.num_ack_pending > 0;
      if (isBehind) start = Math.min(start, info.ack_floor.stream_seq + 1);
    }
    starts.set(stream, start);
  }
  return { starts, consumers };
}

/**
 * All events since then.
 * @returns their count
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

/** @throws where there are events already */
export async function assertNoEvents(connection: NatsConnection) {
  const manager = await jetStream().jetstreamManager(connection);
  const [stream] = await streamsOf(manager);
  if (!stream) return;
  throw new PlainError(
    `NATS has a stream ${stream} already: a backup is restored into an empty mesh only, one that was never started.`,
  );
}

/**
 * Consumers first: those that start with new events would miss what was there before them.
 * Consumers drop events without a signature of their service, so the events are signed with its
 * key; without the key, the signature in the backup stays.
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

/** @returns those of services that there are */
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
