/**
 * A persistent `git diff-tree --stdin`. It echoes lines that name no trees, so a random line marks
 * the end of each result. It makes one comparison after the other.
 */
import { randomBytes } from 'node:crypto';
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import { PersistentProcess, LostProcessError } from '../worker/persistent-process';
import type { WorkerSettings } from '../worker/messages';

/** Receives the output in chunks; returns false when no more output is needed. */
export type OutputSink = (chunk: Buffer) => boolean;

interface PendingComparison {
  sink: OutputSink;
  hasOutput: boolean;
  resolve: (complete: boolean) => void;
  reject: (error: Error) => void;
}

const noData = Buffer.alloc(0);

export class DiffProcess extends PersistentProcess {
  private readonly sentinel = `end-${randomBytes(16).toString('hex')}`;
  private readonly frame = Buffer.from(`\n${this.sentinel}\n`);
  private pending: PendingComparison | undefined;
  private rest: Buffer = noData;
  private tail: Promise<unknown> = Promise.resolve();

  /** `format` are the options that select the output for two trees. */
  constructor(settings: WorkerSettings, repo: string, format: readonly string[]) {
    const constant = ['--stdin', '-r', '-M', '--no-ext-diff', '--no-textconv', '--no-color'];
    super(settings, { repo, args: ['diff-tree', ...constant, ...format] });
  }

  get busy(): boolean {
    return this.pending !== undefined;
  }

  /**
   * Compares two trees. Resolves with true when the complete output was passed to the sink, and
   * with false when the sink stopped it, which ends this process. Errors: `object_not_found`.
   */
  async compare(left: string, right: string, sink: OutputSink, signal: AbortSignal): Promise<boolean> {
    const turn = this.tail.then(() => this.compareInTurn(left, right, sink, signal));
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  private async compareInTurn(
    ...[left, right, sink, signal]: Parameters<DiffProcess['compare']>
  ): ReturnType<DiffProcess['compare']> {
    // It may have ended because the call before was cancelled.
    if (this.dead) throw new LostProcessError('git diff-tree has ended');
    if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    const cancel = (): void => this.fail(new GitError('cancelled', 'the call was cancelled'));
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.send(`${checkObjectId(left)} ${checkObjectId(right)}\n${this.sentinel}\n`);
        this.pending = { sink, hasOutput: false, resolve, reject };
      });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  protected consume(chunk: Buffer): void {
    const { pending } = this;
    if (pending === undefined) return this.fail(new LostProcessError('diff-tree returned unexpected output'));
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    if (!pending.hasOutput && data.equals(this.frame.subarray(1))) return this.rejectAbsent(pending);
    const end = data.indexOf(this.frame);
    const isEnd = end >= 0;
    // Bytes that may be the start of the sentinel are held until the next chunk.
    const usable = isEnd ? end + 1 : Math.max(0, data.length - this.frame.length);
    this.rest = isEnd ? noData : data.subarray(usable);
    pending.hasOutput ||= usable > 0;
    const shouldContinue = usable === 0 || pending.sink(data.subarray(0, usable));
    if (isEnd || !shouldContinue) this.pending = undefined;
    if (isEnd) pending.resolve(true);
    else if (!shouldContinue) {
      this.fail(new LostProcessError('the rest of the output was not needed'));
      pending.resolve(false);
    }
  }

  /** Without the trees, git does not even repeat their names. */
  private rejectAbsent({ reject }: PendingComparison): void {
    this.rest = noData;
    this.pending = undefined;
    reject(new GitError('object_not_found', 'a tree does not exist'));
  }

  protected rejectAll(error: Error): void {
    this.pending?.reject(error);
    this.pending = undefined;
  }
}
