/**
 * The body of a push on its way to git. A slow client occupies no slot: git starts when the body is
 * complete, or while it arrives fast.
 */
import { PaceWatch } from '@forgemesh/admission';
import { Spool } from '../../spool/spool';
import { noteSlowClient, type Exchange } from '../exchange';
import { HttpError } from './request-body';

/** Bytes after which the speed of a client is known. */
const MIN_MEASURED_BYTES = 1024 * 1024;
/** A client that sends this many bytes per second is fast. */
const FAST_BYTES_PER_SECOND = 1024 * 1024;

export class PushInput {
  /**
   * Resolves when git should start: the body is complete or arrives fast, or there is no space for
   * more of it. Rejects if the body cannot be read.
   */
  readonly isReady: Promise<void>;
  private readonly spool: Spool;
  private watch: PaceWatch | undefined;
  private isWaiting = false;
  private becomeReady: () => void = () => undefined;

  constructor(
    private readonly exchange: Exchange,
    chunks: AsyncGenerator<Buffer>,
  ) {
    const isFast = new Promise<void>((resolve) => (this.becomeReady = resolve));
    this.spool = new Spool({
      space: exchange.state.spools,
      caller: exchange.grant.caller,
      writeTimeoutMs: 0,
      onFull: () => this.becomeReady(),
    });
    this.isReady = Promise.race([isFast, this.receive(chunks)]);
    this.isReady.catch(() => undefined);
  }

  /**
   * All bytes, for git, which is slower than a fast client: nothing more is written to disk. The
   * client must send at a minimum speed from now on. Rejects with the errors of the body.
   */
  open(): AsyncIterable<Buffer> {
    this.spool.writeTimeoutMs = Infinity;
    const { state } = this.exchange;
    this.watch = new PaceWatch(state.limits.pushPace, () => {
      noteSlowClient(state);
      this.spool.fail(new HttpError(408, 'The push was sent too slowly'));
    });
    if (this.isWaiting) this.watch.beginWait();
    return this.spool;
  }

  /** Drops all bytes that git has not read, and those that still arrive. */
  close(): void {
    this.watch?.stop();
    this.spool.close();
  }

  private async receive(chunks: AsyncGenerator<Buffer>): Promise<void> {
    const startedAt = performance.now();
    let size = 0;
    try {
      for (;;) {
        this.isWaiting = true;
        this.watch?.beginWait();
        const { done, value } = await chunks.next();
        this.isWaiting = false;
        this.watch?.endWait(value?.length ?? 0);
        if (done === true) break;
        size += value.length;
        if (isFast(size, performance.now() - startedAt)) this.becomeReady();
        await this.spool.write(value);
      }
      this.watch?.stop();
      this.spool.end();
    } catch (error) {
      this.watch?.stop();
      this.spool.fail(error as Error);
      throw error;
    }
  }
}

function isFast(bytes: number, ms: number): boolean {
  return bytes >= MIN_MEASURED_BYTES && bytes * 1000 >= FAST_BYTES_PER_SECOND * ms;
}
