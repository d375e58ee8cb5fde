/**
 * One end of a streaming call: a two-way pipe of byte chunks over a message channel. A writer waits
 * while more than a window of its bytes is unacknowledged, so that neither side holds more than
 * that in memory, whatever the total size.
 */
import type { PipeMessage } from './messages';

const windowBytes = 1024 * 1024;
const chunkBytes = 128 * 1024;

export class Pipe {
  private unacknowledged = 0;
  private writerWaits: (() => void)[] = [];
  private readonly arrived: Buffer[] = [];
  private readerWaits: (() => void) | undefined;
  private ended = false;
  private failure: Error | undefined;

  constructor(
    private readonly id: number,
    private readonly send: (message: PipeMessage) => void,
  ) {}

  /** Sends bytes; resolves when the window has room for more. Rejects once the call has failed. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      while (this.unacknowledged >= windowBytes && this.failure === undefined) {
        await new Promise<void>((resolve) => this.writerWaits.push(resolve));
      }
      if (this.failure !== undefined) throw this.failure;
      const chunk = bytes.subarray(from, from + chunkBytes);
      this.unacknowledged += chunk.length;
      this.send({ kind: 'data', id: this.id, chunk });
    }
  }

  /** Signals that nothing more will be written. */
  end(): void {
    this.send({ kind: 'end', id: this.id });
  }

  /** The next chunk of the other side, or undefined at its end. */
  async read(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.arrived.shift();
      if (chunk !== undefined) {
        this.send({ kind: 'ack', id: this.id, bytes: chunk.length });
        return chunk;
      }
      if (this.failure !== undefined) throw this.failure;
      if (this.ended) return undefined;
      await new Promise<void>((resolve) => (this.readerWaits = resolve));
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let chunk = await this.read(); chunk !== undefined; chunk = await this.read()) yield chunk;
  }

  /** Handles a message of the other side. */
  receive(message: PipeMessage): void {
    if (message.kind === 'ack') {
      this.unacknowledged -= message.bytes;
      this.wakeWriters();
      return;
    }
    if (message.kind === 'data') {
      const { chunk } = message;
      this.arrived.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    } else {
      this.ended = true;
    }
    this.wakeReader();
  }

  /** Marks the end of the other side's data; chunks that have arrived can still be read. */
  finish(): void {
    this.ended = true;
    this.wakeReader();
  }

  /** Ends both directions with an error, which waiting readers and writers receive. */
  fail(error: Error): void {
    this.failure ??= error;
    this.wakeReader();
    this.wakeWriters();
  }

  private wakeReader(): void {
    this.readerWaits?.();
    this.readerWaits = undefined;
  }

  private wakeWriters(): void {
    for (const wake of this.writerWaits.splice(0)) wake();
  }
}
