/** Messages of `git-lfs-transfer`: a command with arguments, then lines or data. */
import { PacketError, type PacketReader, type PacketWriter } from './packets';

const MAX_ARGUMENTS = 64;
const MAX_LINE_BYTES = 4_096;
const controlCharacters = /[\u0000-\u001f\u007f]/g;

/** The head of a message. */
export interface MessageHead {
  /** Words of the command: its name first. */
  words: string[];
  /** Arguments by name. */
  args: Map<string, string>;
  /** Whether lines or data follow. */
  hasBody: boolean;
}

/** Reads the head of the next message; undefined if the client has closed the stream. */
export async function readHead(reader: PacketReader): Promise<MessageHead | undefined> {
  const command = await reader.read();
  if (!command) return undefined;
  if (command.kind !== 'data') throw new PacketError('a message begins with its command');
  const args = new Map<string, string>();
  for (let count = 0; ; count++) {
    const packet = await reader.read();
    if (!packet || count > MAX_ARGUMENTS) throw new PacketError('a message has no end, or too many arguments');
    if (packet.kind !== 'data')
      return { words: textOf(command.data).split(' '), args, hasBody: packet.kind === 'delimiter' };
    const [name = '', ...rest] = textOf(packet.data).split('=');
    args.set(name, rest.join('='));
  }
}

/** The lines of a message; at most `max` are kept, and further ones only counted. */
export async function readLines(reader: PacketReader, max: number): Promise<{ lines: string[]; count: number }> {
  const lines: string[] = [];
  for (let count = 0; ; count++) {
    const packet = await reader.read();
    if (packet?.kind === 'flush') return { lines, count };
    if (packet?.kind !== 'data') throw new PacketError('a message has no end');
    if (lines.length < max) lines.push(textOf(packet.data));
  }
}

/** The data of a message to its end. */
export async function* readData(reader: PacketReader): AsyncGenerator<Buffer> {
  for (;;) {
    const packet = await reader.read();
    if (packet?.kind === 'flush') return;
    if (packet?.kind !== 'data') throw new PacketError('a message has no end');
    yield packet.data;
  }
}

/** A response without data. */
export interface Reply {
  status: number;
  args?: Readonly<Record<string, string>>;
  lines?: readonly string[];
}

/** Writes a response. */
export async function writeReply(writer: PacketWriter, { status, args = {}, lines }: Reply): Promise<void> {
  await writeHead(writer, status, args);
  if (lines) {
    await writer.delimiter();
    for (const line of lines) await writer.line(singleLine(line));
  }
  await writer.flush();
}

/** Writes the head of a response. */
export async function writeHead(
  writer: PacketWriter,
  status: number,
  args: Readonly<Record<string, string>>,
): Promise<void> {
  await writer.line(`status ${status}`);
  for (const [name, value] of Object.entries(args)) await writer.line(`${name}=${singleLine(value)}`);
}

function textOf(data: Buffer): string {
  if (data.length > MAX_LINE_BYTES) throw new PacketError('a line is too long');
  return data.toString('utf8').replace(/\n$/, '');
}

function singleLine(text: string): string {
  return text.replace(controlCharacters, ' ');
}
