/**
 * A persistent `git cat-file --batch` that streams objects of any size, one at a time and as fast
 * as they are taken.
 */
import { GitError } from '../errors';
import type { WorkerSettings } from '../worker/messages';
import { LostProcessError, PersistentProcess } from '../worker/persistent-process';
import { checkObjectId } from './object-id';

/** Takes a chunk of the content; resolves when it can take more. */
type Take = (chunk: Buffer) => Promise<void>;

interface Pending {
  id: string;
  take: Take;
  resolve: (size: number | undefined) => void;
  reject: (error: Error) => void;
}

/** The object that is being read. */
interface Body {
  size: number;
  /** Bytes that are still to come, with the line end after the content. */
  left: number;
}

const NEWLINE = 10;
const MAX_HEADER_BYTES = 200;
const header = /^([0-9a-f]{40}) (?:[a-z]+ ([0-9]+)|missing)$/;
const noData = Buffer.alloc(0);

export class BlobProcess extends PersistentProcess {
  private pending: Pending | undefined;
  private body: Body | undefined;
  private rest: Buffer = noData;

  constructor(settings: WorkerSettings, repo: string) {
    super(settings, { repo, args: ['cat-file', '--batch'] });
  }

  get busy(): boolean {
    return this.pending !== undefined;
  }

  /**
   * Passes the content of an object to a function and returns its size; undefined if there is no
   * such object. An abort ends this process.
   */
  async stream(id: string, take: Take, signal: AbortSignal): Promise<number | undefined> {
    if (this.pending !== undefined) throw new Error('a blob process reads one object at a time');
    const cancel = (): void => this.fail(new GitError('cancelled', 'the call was cancelled'));
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.pending = { id: checkObjectId(id), take, resolve, reject };
        if (signal.aborted) return cancel();
        this.send(`${id}\n`);
      });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  protected consume(chunk: Buffer): void {
    const content = this.body === undefined ? this.consumeHeader(chunk) : chunk;
    if (this.body === undefined || content.length === 0) return;
    this.consumeBody(this.body, content);
  }

  /** Returns the bytes after the header. */
  private consumeHeader(chunk: Buffer): Buffer {
    this.rest = Buffer.concat([this.rest, chunk]);
    const end = this.rest.indexOf(NEWLINE);
    if (end < 0 && this.rest.length <= MAX_HEADER_BYTES) return noData;
    const match = header.exec(this.rest.toString('latin1', 0, Math.max(end, 0)));
    if (this.pending === undefined || match?.[1] !== this.pending.id) {
      this.fail(new LostProcessError('cat-file returned unexpected output'));
      return noData;
    }
    const content = this.rest.subarray(end + 1);
    this.rest = noData;
    if (match[2] === undefined) this.finish(undefined);
    else this.body = { size: Number(match[2]), left: Number(match[2]) + 1 };
    return content;
  }

  private consumeBody(body: Body, chunk: Buffer): void {
    body.left -= chunk.length;
    if (body.left < 0) return this.fail(new LostProcessError('cat-file returned unexpected output'));
    const isEnd = body.left === 0;
    const content = isEnd ? chunk.subarray(0, -1) : chunk;
    this.pause();
    this.pending!.take(content).then(
      () => {
        this.resume();
        if (isEnd) this.finish(body.size);
      },
      (error: unknown) => this.fail(error as Error),
    );
  }

  private finish(size: number | undefined): void {
    const { pending } = this;
    this.pending = undefined;
    this.body = undefined;
    pending?.resolve(size);
  }

  protected rejectAll(error: Error): void {
    this.pending?.reject(error);
    this.pending = undefined;
  }
}
