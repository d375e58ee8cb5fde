/**
 * Serves `git-lfs-transfer`, by which clients transfer and lock large files over SSH alone: version
 * 1 of the protocol (docs/proposals/ssh_adapter.md of the client).
 */
import { PaceWatch, type PaceLimits } from '@forgemesh/admission';
import { errorCatalogue, isForgeError } from '@forgemesh/errors';
import type { Logger } from '@forgemesh/telemetry';
import type { ServerChannel } from 'ssh2';
import { gitTextOf } from '../../git-access';
import type { LfsCommand } from '../read-command';
import type { LfsBackend } from './lfs-backend';
import { listLocks, lock, unlock } from './locks';
import { readHead, readLines, writeReply, type MessageHead, type Reply } from './messages';
import { batch, getObject, putObject, verifyObject, type Exchange } from './objects';
import { PacketReader, PacketWriter } from './packets';
import { refusalOf } from './refusal';

/** A client that sends no command for this time is disconnected. */
const IDLE_MS = 15 * 60_000;
const VERSION = '1';

/** A session of a client. */
export interface TransferSession {
  command: LfsCommand;
  backend: LfsBackend;
  /** Minimum speed of uploads. */
  pace: PaceLimits;
  log: Logger;
}

/** Serves a client until it quits. Throws PacketError if it sends no messages. */
export async function serveTransfer(channel: ServerChannel, session: TransferSession): Promise<void> {
  const { command, backend, pace, log } = session;
  const reader = new PacketReader(channel as AsyncIterable<Buffer>);
  const writer = new PacketWriter(channel);
  const watch = (content: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
    watched(content, pace, () => channel.destroy());
  const exchange = { backend, reader, writer, watch };
  await writer.line(`version=${VERSION}`);
  await writer.line('locking');
  await writer.flush();
  for (;;) {
    const head = await readNext(channel, reader);
    if (!head) return;
    const [name] = head.words;
    if (name === 'quit') return writeReply(writer, { status: 200 });
    const reply = await handle(exchange, head, command.operation).catch((error: unknown) => refuse(error, log));
    if (reply) await writeReply(writer, reply);
  }
}

/** Handles a command; undefined if it has written its response. */
async function handle(
  exchange: Exchange,
  head: MessageHead,
  operation: LfsCommand['operation'],
): Promise<Reply | undefined> {
  const { backend, reader } = exchange;
  const [name = ''] = head.words;
  switch (`${operation} ${name}`) {
    case 'upload put-object':
      return putObject(exchange, head);
    case 'upload batch':
    case 'download batch':
      return batch(exchange, head, operation === 'upload' ? 'upload' : 'download');
    case 'upload verify-object':
      return verifyObject(exchange, head);
    case 'download get-object':
      await getObject(exchange, head);
      return undefined;
  }
  if (head.hasBody) await readLines(reader, 0);
  switch (name) {
    case 'version':
      return head.words[1] === VERSION ? { status: 200, lines: [] } : refusalOf(400, 'unknown version');
    case 'lock':
      return lock(backend, head);
    case 'unlock':
      return unlock(backend, head);
    case 'list-lock':
    case 'list-locks':
      return listLocks(backend, head);
    default:
      return refusalOf(400, `The operation ${operation} has no command ${name}.`);
  }
}

/** The refusal for an error; throws one after which the streams cannot be used. */
function refuse(error: unknown, log: Logger): Reply {
  if (!isForgeError(error)) throw error;
  const status = errorCatalogue[error.reason].http;
  if (status >= 500) log.warn({ err: error }, 'LFS transfer failed');
  return refusalOf(status, gitTextOf(error).trim());
}

/** Reads the next command, for which the client has a limited time. */
async function readNext(channel: ServerChannel, reader: PacketReader): Promise<MessageHead | undefined> {
  const timer = setTimeout(() => channel.destroy(), IDLE_MS).unref();
  try {
    return await readHead(reader);
  } finally {
    clearTimeout(timer);
  }
}

/** Passes content on, and calls `onSlow` if the client sends it too slowly. */
async function* watched(
  content: AsyncIterable<Buffer>,
  limits: PaceLimits,
  onSlow: () => void,
): AsyncGenerator<Buffer> {
  const watch = new PaceWatch(limits, onSlow);
  try {
    watch.beginWait();
    for await (const chunk of content) {
      watch.endWait(chunk.length);
      yield chunk;
      watch.beginWait();
    }
  } finally {
    watch.stop();
  }
}
