/** Commands that transfer objects. */
import type { LfsBackend } from './lfs-backend';
import { readData, readLines, writeHead, writeReply, type MessageHead, type Reply } from './messages';
import type { PacketReader, PacketWriter } from './packets';
import { refusalOf } from './refusal';

/** Maximum number of objects of a batch, as over HTTP. */
const MAX_OBJECTS = 1_000;
const objectLine = /^([0-9a-f]{64}) (\d{1,16})(?: .*)?$/;
const oidText = /^[0-9a-f]{64}$/;
const digits = /^\d{1,16}$/;

/** The streams of a session, and its requests. */
export interface Exchange {
  backend: LfsBackend;
  reader: PacketReader;
  writer: PacketWriter;
  /** Limits the speed of content from the client. */
  watch(content: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
}

/** An object of a batch over HTTP. */
interface BatchObject {
  oid: string;
  size: number;
  actions?: Record<string, unknown>;
  error?: { code: number; message: string };
}

/** Tells which objects the client has to transfer. */
export async function batch(
  { backend, reader }: Exchange,
  { args, hasBody }: MessageHead,
  operation: 'upload' | 'download',
): Promise<Reply> {
  const { lines, count } = hasBody ? await readLines(reader, MAX_OBJECTS) : { lines: [], count: 0 };
  if (count > MAX_OBJECTS) return refusalOf(413, `A request names at most ${MAX_OBJECTS} objects.`);
  if ((args.get('hash-algo') ?? 'sha256') !== 'sha256') return refusalOf(409, 'Objects are named by their SHA-256.');
  const objects = lines.map((line) => objectLine.exec(line));
  if (objects.some((match) => match === null)) return refusalOf(422, 'An object has a SHA-256 and a size.');
  const { status, body } = await backend.json('POST', 'objects/batch', {
    operation,
    transfers: ['basic'],
    objects: objects.map((match) => ({ oid: match?.[1], size: Number(match?.[2]) })),
  });
  if (status !== 200) return refusalOf(status, body['message']);
  const found = body['objects'] as BatchObject[];
  // There is no error for single objects of an upload.
  const refused = operation === 'upload' ? found.find(({ error }) => error) : undefined;
  if (refused?.error) return refusalOf(refused.error.code, refused.error.message);
  return {
    status: 200,
    args: { 'hash-algo': 'sha256' },
    lines: found.map(({ oid, size, actions }) => `${oid} ${size} ${actions?.[operation] ? operation : 'noop'}`),
  };
}

/** Sends an object. */
export async function getObject({ backend, writer }: Exchange, { words }: MessageHead): Promise<void> {
  const [, oid = ''] = words;
  if (!oidText.test(oid)) return writeReply(writer, refusalOf(422, 'An object has a SHA-256.'));
  const reply = await backend.download(oid);
  if ('refusal' in reply) return writeReply(writer, refusalOf(reply.refusal.status, reply.refusal.body['message']));
  const { size, content } = reply.object;
  await writeHead(writer, 200, { size: String(size) });
  await writer.delimiter();
  for await (const chunk of content) await writer.data(chunk);
  await writer.flush();
}

/** Stores an object. */
export async function putObject(exchange: Exchange, { words, args, hasBody }: MessageHead): Promise<Reply> {
  const { backend, reader, watch } = exchange;
  const [, oid = ''] = words;
  const size = args.get('size') ?? '';
  let isRead = !hasBody;
  const content = async function* (): AsyncGenerator<Buffer> {
    if (!isRead) yield* readData(reader);
    isRead = true;
  };
  try {
    if (!oidText.test(oid) || !digits.test(size)) return refusalOf(422, 'An object has a SHA-256 and a size.');
    const { status, body } = await backend.upload(oid, Number(size), watch(content()));
    return status === 200 ? { status } : refusalOf(status, body['message']);
  } finally {
    // The next command follows the content, also after a refusal.
    for await (const _chunk of watch(content()));
  }
}

/** Confirms an upload. */
export async function verifyObject({ backend }: Exchange, { words, args }: MessageHead): Promise<Reply> {
  const [, oid = '', following] = words;
  const size = args.get('size') ?? following ?? '';
  const { status, body } = await backend.json('POST', 'objects/verify', { oid, size: Number(size) });
  return status === 200 ? { status } : refusalOf(status, body['message']);
}
