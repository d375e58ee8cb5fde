/** One cached response: a file that is read while git is still writing it. */
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { GitChild } from '../child/git-child';

/** Git failed before or after it had sent a part of the response. */
export class PackFailedError extends Error {
  override readonly name = 'PackFailedError';
}

/** The end of a response: null for a complete one. */
type End = { error: Error | null };

export class PackEntry {
  /** Bytes that can be read. */
  size = 0;
  /** Set when nothing more will be written. */
  end: End | undefined;
  /** The response has to come from git directly; this one failed. */
  isTooLarge = false;
  readonly startedAt = Date.now();
  private readers = 0;
  private isRemoved = false;
  private isClosed = false;
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly child: GitChild,
    private readonly maxBytes: number,
  ) {}

  /**
   * Creates the file and fills it with the output of git, whose input is the caller's part. Rejects
   * with the error of the file system, without starting git, and with that of `startChild`.
   */
  static async fill(path: string, maxBytes: number, startChild: () => Promise<GitChild>): Promise<PackEntry> {
    const file = await open(path, 'wx+', 0o600);
    try {
      const entry = new PackEntry(path, file, await startChild(), maxBytes);
      void entry.write();
      return entry;
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Whether the response is complete. */
  get isComplete(): boolean {
    return this.end?.error === null;
  }

  /** Copies bytes from a position into a buffer; returns their number. */
  async read(buffer: Buffer, position: number): Promise<number> {
    const length = Math.min(buffer.length, this.size - position);
    return (await this.file.read(buffer, 0, length, position)).bytesRead;
  }

  /** Resolves when there is more to read, the response has ended, or the signal is aborted. */
  async changed(position: number, signal: AbortSignal): Promise<void> {
    if (this.size > position || this.end !== undefined || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  /**
   * Keeps the file open until the returned function is called. Git is stopped when nobody waits for
   * the rest.
   */
  use(): () => void {
    this.readers += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.readers -= 1;
      if (this.readers > 0) return;
      if (this.end === undefined) this.child.stop();
      if (this.isRemoved) void this.closeFile();
    };
  }

  /** Deletes the file; readers may read it to its end. */
  async remove(): Promise<void> {
    if (this.isRemoved) return;
    this.isRemoved = true;
    await rm(this.path, { force: true });
    if (this.readers === 0) await this.closeFile();
  }

  private async closeFile(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.file.close();
  }

  private async write(): Promise<void> {
    let failure: Error | undefined;
    try {
      await this.child.forEachOutput((chunk) => this.append(chunk));
    } catch (error) {
      failure = error as Error;
      this.child.stop();
      this.child.discardOutput();
    }
    const { ok, errorOutput } = await this.child.ended;
    if (!ok) failure ??= new PackFailedError(errorOutput);
    this.end = { error: failure ?? null };
    this.wake();
  }

  private async append(chunk: Buffer): Promise<void> {
    this.isTooLarge = this.size + chunk.length > this.maxBytes;
    if (this.isTooLarge) throw new Error('the response is too large for the cache');
    for (let at = 0; at < chunk.length;) {
      const { bytesWritten } = await this.file.write(chunk, at, chunk.length - at, this.size);
      at += bytesWritten;
      this.size += bytesWritten;
    }
    this.wake();
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
  }
}
