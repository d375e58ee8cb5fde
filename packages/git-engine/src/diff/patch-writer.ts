/** Passes the output of one comparison to a download, with backpressure. */
import type { DownloadSink } from '../worker/downloads';
import type { DiffProcess } from './diff-process';

/** Bytes that wait for the reader, above which git is paused. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Longer patches are not collected. */
const MAX_COLLECTED_BYTES = 256 * 1024;
/** The first line names the two trees. */
const HEADER_BYTES = 82;

export class PatchWriter {
  private readonly chunks: Buffer[] = [];
  private received = 0;
  private waiting = 0;
  private writes: Promise<void> = Promise.resolve();
  private failure: Error | undefined;

  constructor(
    private readonly sink: DownloadSink,
    private readonly process: Pick<DiffProcess, 'pause' | 'resume'>,
  ) {}

  /** Whether a part of the patch was sent. */
  get hasWritten(): boolean {
    return this.received > HEADER_BYTES;
  }

  /** The whole patch if it is short. */
  get patch(): Buffer | undefined {
    return this.received > MAX_COLLECTED_BYTES ? undefined : Buffer.concat(this.chunks);
  }

  /** Takes a chunk of output; false if the reader has ended. */
  push(chunk: Buffer): boolean {
    const patch = chunk.subarray(Math.max(0, HEADER_BYTES - this.received));
    this.received += chunk.length;
    if (patch.length === 0) return true;
    if (this.received <= MAX_COLLECTED_BYTES) this.chunks.push(patch);
    else this.chunks.length = 0;
    this.waiting += patch.length;
    if (this.waiting > MAX_WAITING_BYTES) this.process.pause();
    this.writes = this.writes.then(() => this.write(patch));
    return this.failure === undefined;
  }

  /** Resolves when the reader has accepted everything. Rejects when it has ended. */
  async flush(): Promise<void> {
    await this.writes;
    if (this.failure !== undefined) throw this.failure;
  }

  private async write(patch: Buffer): Promise<void> {
    try {
      if (this.failure === undefined) await this.sink.write(patch);
    } catch (error) {
      this.failure = error as Error;
    }
    this.waiting -= patch.length;
    if (this.waiting <= MAX_WAITING_BYTES || this.failure !== undefined) this.process.resume();
  }
}
