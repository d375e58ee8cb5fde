/** The output of one process, read into two buffers in turn. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Large, because each chunk costs work in every process up to the client. A slow client makes
 * progress within the idle timeout.
 */
const BUFFER_BYTES = 128 * 1024;
/** Unused pairs of buffers that are kept for later pipes. */
const MAX_KEPT = 16;
/** Bytes that are passed on as they arrive, such as the rounds of a negotiation. */
const PROMPT_BYTES = 64 * 1024;
/** Milliseconds in which the process may write more: git writes pieces of a few kilobytes. */
const GATHER_MS = 1;

/** What happens to a chunk. */
export interface ChunkUse {
  /** The bytes are in use until this promise has settled. */
  inUse: Promise<unknown>;
}

/** Takes a chunk; its bytes change after the returned promise has resolved, or `inUse` settled. */
export type TakeChunk = (chunk: Buffer) => Promise<ChunkUse | void>;

type Buffers = [Buffer, Buffer];
const kept: Buffers[] = [];

export class OutputPipe {
  /** The end that a process writes to; its caller closes it after the process has started. */
  input: Socket | undefined;
  private readonly output: Socket;
  private readonly buffers: Buffers;
  /** Index of the buffer that the next read fills. */
  private next = 1;
  /** Index of the buffer whose bytes are in use for longer. */
  private used: number | undefined;
  private received: { chunk: Buffer; index: number } | undefined;
  private isEnded = false;
  private wake: () => void = () => undefined;

  /** Connects to the server that accepts the other end. `onClose` is called if it does not. */
  constructor(address: string, onClose: (error: Error) => void) {
    this.buffers = kept.pop() ?? [Buffer.allocUnsafeSlow(BUFFER_BYTES), Buffer.allocUnsafeSlow(BUFFER_BYTES)];
    this.output = connect({
      path: address,
      onread: {
        buffer: () => this.nextBuffer(),
        callback: (count, buffer) => this.receive(count, buffer),
      },
    });
    this.output.pause();
    let failure: Error | undefined;
    this.output.on('error', (error) => (failure = error));
    this.output.once('end', () => this.end());
    this.output.once('close', () => {
      onClose(failure ?? new Error('a pipe was closed while it was created'));
      this.end();
    });
  }

  /** Adds the accepted end. */
  withInput(input: Socket): this {
    this.input = input;
    input.on('error', () => undefined);
    return this;
  }

  /** Passes all output to a function, and waits for it. */
  async forEach(take: TakeChunk): Promise<void> {
    const uses: Promise<void>[] = [];
    let size = 0;
    for (let received = await this.read(); received !== undefined; received = await this.read()) {
      const { chunk, index } = received;
      size += chunk.length;
      const use = await take(chunk);
      if (use !== undefined) uses.push(this.keepInUse(index, use));
      // Only one buffer can be in use while the other one is read into.
      if (uses.length > 1) await uses.pop();
      if (chunk.length < BUFFER_BYTES && size > PROMPT_BYTES) await pause(GATHER_MS);
    }
    await Promise.all(uses);
    if (kept.length < MAX_KEPT) kept.push(this.buffers);
  }

  /** Closes both ends. */
  destroy(): void {
    this.input?.destroy();
    this.output.destroy();
  }

  private async keepInUse(index: number, { inUse }: ChunkUse): Promise<void> {
    this.used ??= index;
    await inUse.catch(() => undefined);
    if (this.used === index) this.used = undefined;
  }

  /** Called before the first read, and after each one, whose chunk is not taken yet. */
  private nextBuffer(): Buffer {
    const other = 1 - this.next;
    if (this.used !== other) this.next = other;
    return this.buffers[this.next] as Buffer;
  }

  private async read(): Promise<{ chunk: Buffer; index: number } | undefined> {
    if (!this.isEnded) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.output.resume();
      });
    }
    const { received } = this;
    this.received = undefined;
    return received;
  }

  /** Reads one chunk only. */
  private receive(count: number, { buffer, byteOffset }: Uint8Array): false {
    this.received = { chunk: Buffer.from(buffer, byteOffset, count), index: this.next };
    this.wake();
    return false;
  }

  private end(): void {
    this.isEnded = true;
    this.wake();
  }
}
