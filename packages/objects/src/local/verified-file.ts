/** Files whose content is verified while it is written. */
import { join } from 'node:path';
import { SharedThread } from '@forgemesh/threads';
import type { ExpectedContent } from '../object-store';
import { ContentMismatchError } from '../verify-content';
import { keepWriteBuffer, takeWriteBuffer, type WriteBuffer } from './write-buffers';
import type { WriteRequest, WriteResponse } from './write-messages';

/** Shared by the stores of a process. Works both from the sources and from the build. */
const thread = new SharedThread<WriteRequest, WriteResponse>(join(__dirname, '../../dist/local/writer-thread.js'));

/**
 * Creates a file with content, which is durable when this resolves. Throws ContentMismatchError if
 * the content differs from what is expected; the caller removes the file then.
 */
export async function writeVerifiedFile(
  file: string,
  content: AsyncIterable<Uint8Array>,
  { sha256, size }: ExpectedContent,
): Promise<void> {
  const parts = new PartWriter(file);
  try {
    let received = 0;
    for await (const chunk of content) {
      received += chunk.length;
      if (received > size) throw new ContentMismatchError('size');
      for (let at = 0; at < chunk.length;) {
        if (parts.isFull) await parts.writePart();
        at += parts.add(chunk, at);
      }
    }
    if (received !== size) throw new ContentMismatchError('size');
    if (!(await parts.finish(sha256))) throw new ContentMismatchError('digest');
  } catch (error) {
    // A thread that has failed has closed its files.
    await parts.discard().catch(() => undefined);
    throw error;
  }
}

/** Gathers content; one part of it is written while the next one is gathered. */
class PartWriter {
  private buffer = takeWriteBuffer();
  private used = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly file: string) {}

  /** Whether the part is complete: it has to be written before more is added. */
  get isFull(): boolean {
    return this.used === this.buffer.length;
  }

  /** Adds bytes of a chunk from a position on; returns the number of those that were added. */
  add(chunk: Uint8Array, at: number): number {
    const added = chunk.subarray(at, at + this.buffer.length - this.used);
    this.buffer.set(added, this.used);
    this.used += added.length;
    return added.length;
  }

  /** Starts to write the part, after the one before has been written. */
  async writePart(): Promise<void> {
    await this.writing;
    const { buffer, used } = this;
    this.buffer = takeWriteBuffer();
    this.used = 0;
    this.writing = write(this.file, buffer, used).then(() => undefined);
    // Reported to the next caller that waits for it.
    this.writing.catch(() => undefined);
  }

  /** Writes and syncs the rest; false if the SHA-256 differs. */
  async finish(sha256: string): Promise<boolean> {
    await this.writing;
    return write(this.file, this.buffer, this.used, sha256);
  }

  /** Closes the file. */
  async discard(): Promise<void> {
    await this.writing.catch(() => undefined);
    await thread.request({ kind: 'discard', file: this.file });
  }
}

async function write(file: string, buffer: WriteBuffer, length: number, sha256?: string): Promise<boolean> {
  const isVerified = await thread.request({ kind: 'write', file, bytes: buffer.buffer, length, sha256 });
  keepWriteBuffer(buffer);
  return isVerified;
}
