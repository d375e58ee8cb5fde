import { Writable } from 'node:stream';

/**
 * Bytes that wait for a reader before the writer is asked to pause. A chunk from a connection has
 * up to 64 KiB: with less than several of them, each one would pause and resume the connection.
 */
const HIGH_WATER_MARK = 256 * 1024;

type Done = (error?: Error | null) => void;

/** A chunk that the reader has not finished with. */
interface Write {
  chunk: Buffer;
  done: Done;
}

/**
 * The body of a request that is relayed within this process. A write is complete when the reader
 * requests the next chunk, so that the writer can free the chunk.
 */
export class RelayedBody extends Writable {
  private pending: Write | undefined;
  private hasEnded = false;
  private isDiscarding = false;
  /** Called when a chunk has arrived, or the body has ended. */
  private wake: () => void = () => undefined;

  constructor() {
    super({ highWaterMark: HIGH_WATER_MARK });
  }

  /** The chunks, for one reader. Each is valid until the next one is requested. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const { pending } = this;
      if (pending) {
        this.pending = undefined;
        try {
          yield pending.chunk;
        } finally {
          pending.done();
        }
      } else if (this.errored) throw this.errored;
      else if (this.hasEnded) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Accepts and ignores what has not been read. */
  discardRest(): void {
    this.isDiscarding = true;
    this.pending?.done();
    this.pending = undefined;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    if (this.isDiscarding) return done();
    this.pending = { chunk, done };
    this.wake();
  }

  override _final(done: Done): void {
    this.hasEnded = true;
    done();
    this.wake();
  }

  override _destroy(error: Error | null, done: Done): void {
    done(error);
    this.wake();
  }
}
