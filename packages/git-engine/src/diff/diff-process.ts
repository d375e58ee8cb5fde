/**
 * A kept `git diff-tree --stdin`. It echoes lines that name no trees, so a line that only we know
 * ends each answer. One question at a time: whoever asks waits in a `LaneQueue`.
 */
import { randomBytes } from 'node:crypto';
import { GitError } from '../errors';
import { checkObjectId } from '../objects/object-id';
import { PersistentProcess, LostProcessError } from '../worker/persistent-process';
import type { WorkerSettings } from '../worker/messages';

/** Takes an answer piece by piece; false says that no more of it is wanted. */
export type AnswerSink = (piece: Buffer) => boolean;

interface Question {
  sink: AnswerSink;
  resolve: (complete: boolean) => void;
  reject: (error: Error) => void;
}

const noData = Buffer.alloc(0);

export class DiffProcess extends PersistentProcess {
  private readonly sentinel = `end-${randomBytes(16).toString('hex')}`;
  private readonly frame = Buffer.from(`\n${this.sentinel}\n`);
  private question: Question | undefined;
  private rest: Buffer = noData;

  /** `format` are the options that say what is told about two trees. */
  constructor(settings: WorkerSettings, repo: string, format: readonly string[]) {
    const constant = ['--stdin', '-r', '-M', '--no-ext-diff', '--no-textconv', '--no-color'];
    super(settings, { repo, args: ['diff-tree', ...constant, ...format] });
  }

  get busy(): boolean {
    return this.question !== undefined;
  }

  /**
   * Compares two trees. Resolves with true when the whole answer was given to the sink, and with
   * false when the sink wanted no more, which ends this process.
   */
  async compare(left: string, right: string, sink: AnswerSink, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) throw new GitError('cancelled', 'the call was cancelled');
    const cancel = (): void => this.fail(new GitError('cancelled', 'the call was cancelled'));
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise<boolean>((resolve, reject) => {
        if (this.question !== undefined) throw new Error('a diff process is asked one question at a time');
        this.send(`${checkObjectId(left)} ${checkObjectId(right)}\n${this.sentinel}\n`);
        this.question = { sink, resolve, reject };
      });
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  protected take(chunk: Buffer): void {
    const { question } = this;
    if (question === undefined) return this.fail(new LostProcessError('diff-tree answered out of frame'));
    const data = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const end = data.indexOf(this.frame);
    const isEnd = end >= 0;
    // Bytes that may be the start of the sentinel wait for the next chunk.
    const usable = isEnd ? end + 1 : Math.max(0, data.length - this.frame.length);
    this.rest = isEnd ? noData : data.subarray(usable);
    const wantsMore = usable === 0 || question.sink(data.subarray(0, usable));
    if (isEnd || !wantsMore) this.question = undefined;
    if (isEnd) question.resolve(true);
    else if (!wantsMore) {
      this.fail(new LostProcessError('the rest of the answer was not wanted'));
      question.resolve(false);
    }
  }

  protected rejectAll(error: Error): void {
    this.question?.reject(error);
    this.question = undefined;
  }
}
