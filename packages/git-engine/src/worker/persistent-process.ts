/**
 * A git process that is kept running and answers one request after the other. Subclasses frame the
 * answers. On any surprise they call `fail`, which ends the process and rejects what is under way;
 * the pool then starts another.
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitError } from '../errors';
import { type GitProcessOptions, spawnGit } from './git-process';
import type { WorkerSettings } from './messages';

export abstract class PersistentProcess {
  protected readonly child: ChildProcessWithoutNullStreams;
  private failure: Error | undefined;
  private stderrTail = '';
  private pendingInput = '';
  lastUsed = Date.now();

  constructor(settings: WorkerSettings, options: GitProcessOptions) {
    this.child = spawnGit(settings, options);
    const name = options.args[0];
    this.child.on('error', (error) => this.fail(new LostProcessError(`git ${name} could not run: ${error.message}`)));
    this.child.on('close', () => this.fail(new LostProcessError(`git ${name} ended: ${this.stderrTail.trim()}`)));
    this.child.stdin.on('error', (error) => this.fail(new LostProcessError(`git ${name}: ${error.message}`)));
    this.child.stderr.on(
      'data',
      (chunk: Buffer) => (this.stderrTail = (this.stderrTail + chunk.toString()).slice(-2000)),
    );
    this.child.stdout.on('data', (chunk: Buffer) => {
      if (this.failure !== undefined) return;
      try {
        this.take(chunk);
      } catch (error) {
        this.fail(error as Error);
      }
    });
  }

  /** Whether an answer is awaited. */
  abstract get busy(): boolean;

  /** Takes bytes of the answer. */
  protected abstract take(chunk: Buffer): void;

  /** Rejects everything that is under way. */
  protected abstract rejectAll(error: Error): void;

  get dead(): boolean {
    return this.failure !== undefined;
  }

  /** Ends the process and rejects what is under way. */
  fail(error: Error): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.child.kill('SIGKILL');
    this.rejectAll(error);
  }

  /** Lets the process end by closing its input; for processes that are not busy. */
  close(): void {
    if (this.busy) return this.fail(new LostProcessError('the git process was closed'));
    this.failure = new LostProcessError('the git process was closed');
    this.child.stdin.end();
  }

  /** Sends text; what is sent within one turn goes out in one write. */
  protected send(text: string): void {
    this.lastUsed = Date.now();
    if (this.failure !== undefined) throw this.failure;
    if (this.pendingInput === '') {
      queueMicrotask(() => {
        const input = this.pendingInput;
        this.pendingInput = '';
        if (this.failure === undefined) this.child.stdin.write(input);
      });
    }
    this.pendingInput += text;
  }
}

/**
 * The kept process went away or was misunderstood while a request ran; a read may be repeated on a
 * fresh one.
 */
export class LostProcessError extends GitError {
  constructor(message: string) {
    super('git_failed', message);
  }
}

/** Runs a read and repeats it once if its process was lost under it. */
export async function retryLost<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof LostProcessError)) throw error;
    return await read();
  }
}
