/**
 * Bytes on their way from a writer to a slower reader: in memory first, then in a file, so that the
 * writer can end its work and release what it holds.
 */
import type { FileHandle } from 'node:fs/promises';
import type { Caller } from '@forgemesh/admission';
import type { SpoolSpace } from './spool-space';

/** Options of a spool. */
export interface SpoolOptions {
  space: SpoolSpace;
  /** Owner of the space. */
  caller: Caller;
  /**
   * Milliseconds that writes wait for the reader, all together, before bytes are written to a file:
   * those of a reader that keeps up stay in memory.
   */
  writeTimeoutMs: number;
  /** Called each time a write has to wait because there is no space for it. */
  onFull?: () => void;
}

/** Bytes in memory above which a writer waits, or bytes go to the file. */
const MAX_MEMORY_BYTES = 256 * 1024;
/** Maximum bytes of one read. */
const MAX_READ_BYTES = 64 * 1024;

/** Connects one writer and one reader. Each calls its methods one after the other. */
export class Spool {
  /** See `SpoolOptions`; may be changed at any time. */
  writeTimeoutMs: number;
  private readonly memory: Buffer[] = [];
  private memoryBytes = 0;
  private file: FileHandle | undefined;
  private isFileBroken = false;
  private writtenTo = 0;
  private readTo = 0;
  private heldBytes = 0;
  private waitedMs = 0;
  private isEnded = false;
  private isClosed = false;
  private failure: Error | undefined;
  private wakeReader: (() => void) | undefined;
  private wakeWriter: (() => void) | undefined;

  constructor(private readonly options: SpoolOptions) {
    this.writeTimeoutMs = options.writeTimeoutMs;
  }

  /** Resolves when the bytes are accepted; they are dropped if the reader has closed. */
  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.isClosed;) {
      at += await this.writeSome(bytes.subarray(at));
    }
  }

  /** Nothing more will be written. */
  end(): void {
    this.isEnded = true;
    this.wakeReader?.();
  }

  /** The writer has failed: the reader gets the error instead of the end. */
  fail(error: Error): void {
    this.failure ??= error;
    this.wakeReader?.();
  }

  /** The next bytes; undefined at the end, or after `close`. Rejects with the error of `fail`. */
  async read(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.memory.length > 0 ? this.readMemory() : await this.readFile();
      if (this.isClosed) return undefined;
      if (chunk !== undefined) {
        this.wakeWriter?.();
        return chunk;
      }
      if (this.memory.length > 0 || this.readTo < this.writtenTo) continue;
      if (this.failure !== undefined) throw this.failure;
      if (this.isEnded) return undefined;
      await new Promise<void>((resolve) => (this.wakeReader = resolve));
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (let chunk = await this.read(); chunk !== undefined; chunk = await this.read()) yield chunk;
  }

  /** Drops everything. The writer and the reader may continue to call, without effect. */
  close(): void {
    this.isClosed = true;
    this.memory.length = 0;
    this.wakeReader?.();
    this.wakeWriter?.();
    this.releaseFile();
  }

  private get hasFileBytes(): boolean {
    return this.readTo < this.writtenTo;
  }

  /** Accepts a part of the bytes and returns its length. */
  private async writeSome(bytes: Buffer): Promise<number> {
    if (!this.hasFileBytes && this.memoryBytes < MAX_MEMORY_BYTES) return this.writeMemory(bytes);
    if (!this.hasFileBytes && (await this.waitForReader(this.writeTimeoutMs - this.waitedMs))) return 0;
    const length = await this.writeFile(bytes);
    if (length === 0 && !this.isClosed) {
      this.options.onFull?.();
      await this.waitForReader(Infinity);
    }
    return length;
  }

  private writeMemory(bytes: Buffer): number {
    this.memory.push(bytes);
    this.memoryBytes += bytes.length;
    this.wakeReader?.();
    return bytes.length;
  }

  /** Resolves with true when the reader has read, and with false after a time. */
  private async waitForReader(timeoutMs: number): Promise<boolean> {
    if (this.isClosed) return true;
    if (timeoutMs <= 0) return false;
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const hasRead = await new Promise<boolean>((resolve) => {
      this.wakeWriter = () => resolve(true);
      if (timeoutMs < Infinity) timer = setTimeout(() => resolve(false), timeoutMs);
    });
    clearTimeout(timer);
    this.wakeWriter = undefined;
    this.waitedMs += performance.now() - startedAt;
    return hasRead;
  }

  private readMemory(): Buffer {
    const first = this.memory[0]!;
    const chunk = first.subarray(0, MAX_READ_BYTES);
    if (chunk.length === first.length) this.memory.shift();
    else this.memory[0] = first.subarray(chunk.length);
    this.memoryBytes -= chunk.length;
    return chunk;
  }

  private async readFile(): Promise<Buffer | undefined> {
    if (!this.hasFileBytes || this.file === undefined) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(MAX_READ_BYTES, this.writtenTo - this.readTo));
    const { bytesRead } = await this.file.read(buffer, 0, buffer.length, this.readTo);
    if (bytesRead === 0) throw new Error('the file of a spool is shorter than what was written to it');
    this.readTo += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  /** Writes to the file and returns the number of bytes; 0 if there is no space. */
  private async writeFile(bytes: Buffer): Promise<number> {
    const { space, caller } = this.options;
    if (this.isFileBroken || this.isClosed) return 0;
    // After everything in the file has been read, its space is free again.
    if (!this.hasFileBytes) this.releaseFile();
    if (!(await space.take(caller, bytes.length))) return 0;
    this.heldBytes += bytes.length;
    try {
      this.file ??= await space.openFile();
      const { bytesWritten } = await this.file.write(bytes, 0, bytes.length, this.writtenTo);
      this.writtenTo += bytesWritten;
      this.wakeReader?.();
      return bytesWritten;
    } catch {
      // The disk is full or read-only; what was written before can still be read.
      this.isFileBroken = true;
      return 0;
    } finally {
      if (this.isClosed) this.releaseFile();
    }
  }

  private releaseFile(): void {
    const { file, heldBytes } = this;
    this.file = undefined;
    this.heldBytes = 0;
    this.readTo = 0;
    this.writtenTo = 0;
    if (heldBytes > 0) this.options.space.give(this.options.caller, heldBytes);
    // The file has no name: an error of closing it changes nothing.
    file?.close().catch(() => undefined);
  }
}
