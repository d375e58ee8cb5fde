import { finished, type Readable } from 'node:stream';

/** Bytes of one chunk: a slow client makes progress within the idle timeout. */
const CHUNK_BYTES = 64 * 1024;
/** Milliseconds in which a chunk may grow. */
const MAX_WAIT_MS = 1;

/**
 * The content of a stream in large chunks: git writes a pack in pieces of a few kilobytes, each of
 * which would cost work in every process up to the client. The first bytes, such as a round of a
 * negotiation, are passed on as they arrive. Rejects with the error of the stream.
 */
export async function* largeChunks(stream: Readable): AsyncGenerator<Buffer> {
  const arrivals = new Arrivals(stream);
  let size = 0;
  try {
    while (await arrivals.wait(size < CHUNK_BYTES ? 1 : CHUNK_BYTES)) {
      const chunk = stream.read(Math.min(stream.readableLength, CHUNK_BYTES)) as Buffer;
      size += chunk.length;
      yield chunk;
    }
  } finally {
    arrivals.stop();
  }
}

/** Waits for content that can be read. */
class Arrivals {
  private end: { error: Error | undefined } | undefined;
  private wake: (isLate: boolean) => void = () => undefined;
  private readonly onReadable = (): void => this.wake(false);
  private readonly stopWatching: () => void;

  constructor(private readonly stream: Readable) {
    stream.on('readable', this.onReadable);
    this.stopWatching = finished(stream, { writable: false }, (error) => {
      this.end = { error: error ?? undefined };
      this.wake(false);
    });
  }

  /**
   * Resolves with true when this many bytes can be read, or fewer after a time, and with false at
   * the end.
   */
  async wait(bytes: number): Promise<boolean> {
    const { stream } = this;
    // The stream itself does not read more in advance.
    const enough = Math.min(bytes, stream.readableHighWaterMark);
    for (let isLate = false; ; isLate = await this.next()) {
      if (this.end?.error !== undefined) throw this.end.error;
      const { readableLength: length } = stream;
      if (length >= enough || (length > 0 && isLate)) return true;
      if (this.end !== undefined) return false;
      // Lets the stream end when all was read.
      if (length === 0) stream.read(0);
    }
  }

  stop(): void {
    this.stream.off('readable', this.onReadable);
    this.stopWatching();
  }

  /** Resolves when there is more or the stream has ended, or with true after a time. */
  private async next(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const isLate = await new Promise<boolean>((resolve) => {
      this.wake = resolve;
      if (this.stream.readableLength > 0) timer = setTimeout(resolve, MAX_WAIT_MS, true);
    });
    clearTimeout(timer);
    return isLate;
  }
}
