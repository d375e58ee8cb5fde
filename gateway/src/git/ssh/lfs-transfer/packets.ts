/** Packets of git's protocol (pkt-line): four hexadecimal digits of length, then data. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** A packet: data, the end of a message, or the delimiter between its parts. */
export type Packet = { kind: 'data'; data: Buffer } | { kind: 'flush' } | { kind: 'delimiter' };

/** Maximum bytes of data in a packet. */
export const MAX_DATA_BYTES = 65_515;
const HEADER_BYTES = 4;
const FLUSH = 0;
const DELIMITER = 1;
const header = /^[0-9a-f]{4}$/i;

/** Thrown for bytes that are no packets; the connection cannot be used any longer. */
export class PacketError extends Error {
  override readonly name = 'PacketError';
}

/** Reads packets from a stream of bytes. */
export class PacketReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]();
  }

  /**
   * The next packet; undefined at the end of the stream. Throws PacketError for invalid bytes and
   * for an end within a packet.
   */
  async read(): Promise<Packet | undefined> {
    if (!(await this.fill(HEADER_BYTES))) {
      if (this.rest.length > 0) throw new PacketError('the stream has ended within a packet');
      return undefined;
    }
    const digits = this.take(HEADER_BYTES).toString('latin1');
    const length = header.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length === FLUSH) return { kind: 'flush' };
    if (length === DELIMITER) return { kind: 'delimiter' };
    const size = length - HEADER_BYTES;
    if (size < 0 || size > MAX_DATA_BYTES) throw new PacketError('the length of a packet is invalid');
    if (!(await this.fill(size))) throw new PacketError('the stream has ended within a packet');
    return { kind: 'data', data: this.take(size) };
  }

  /** Reads until this many bytes are available; false if the stream ends before. */
  private async fill(size: number): Promise<boolean> {
    const parts = [this.rest];
    let available = this.rest.length;
    while (available < size) {
      const next = await this.chunks.next();
      if (next.done) break;
      parts.push(next.value);
      available += next.value.length;
    }
    if (parts.length > 1) this.rest = Buffer.concat(parts);
    return available >= size;
  }

  private take(size: number): Buffer {
    const taken = this.rest.subarray(0, size);
    this.rest = this.rest.subarray(size);
    return taken;
  }
}

/** Writes packets, and waits for the client if it reads slowly. */
export class PacketWriter {
  constructor(private readonly stream: Writable) {}

  /** Writes a line of text. */
  async line(text: string): Promise<void> {
    await this.data(Buffer.from(`${text}\n`));
  }

  /** Writes data, in several packets if necessary. */
  async data(data: Buffer): Promise<void> {
    for (let at = 0; at < data.length; at += MAX_DATA_BYTES) {
      const part = data.subarray(at, at + MAX_DATA_BYTES);
      this.stream.write(lengthOf(part.length + HEADER_BYTES));
      await this.write(part);
    }
  }

  async flush(): Promise<void> {
    await this.write(lengthOf(FLUSH));
  }

  async delimiter(): Promise<void> {
    await this.write(lengthOf(DELIMITER));
  }

  private async write(bytes: Buffer): Promise<void> {
    if (this.stream.destroyed) throw new PacketError('the client has disconnected');
    if (this.stream.write(bytes)) return;
    const aborted = new AbortController();
    try {
      const { signal } = aborted;
      await Promise.race([once(this.stream, 'drain', { signal }), once(this.stream, 'close', { signal })]);
    } finally {
      aborted.abort();
    }
  }
}

function lengthOf(length: number): Buffer {
  return Buffer.from(length.toString(16).padStart(HEADER_BYTES, '0'), 'latin1');
}
