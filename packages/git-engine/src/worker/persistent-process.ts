/**
 * A git process that stays running and serves one request after the other. Subclasses parse its
 * output. On unexpected output they call `fail`, which kills the process and rejects pending
 * requests; the pool then starts another.
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

  /** @param endOfTurn sent after the requests of each turn */
  constructor(
    settings: WorkerSettings,
    options: GitProcessOptions,
    private readonly endOfTurn = '',
  ) {
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
        this.consume(chunk);
      } catch (error) {
        this.fail(error as Error);
      }
    });
  }

  /** Whether a request is pending. */
  abstract get busy(): boolean;

  /** Processes a chunk of output. */
  protected abstract consume(chunk: Buffer): void;

  /** Rejects all pending requests. */
  protected abstract rejectAll(error: Error): void;

  get dead(): boolean {
    return this.failure !== undefined;
  }

  /** Kills the process and rejects pending requests. */
  fail(error: Error): void {
    if (this.failure !== undefined) return;
    this.failure = error;
    this.child.kill('SIGKILL');
    // A paused process would never be seen to end.
    this.resume();
    this.rejectAll(error);
  }

  /** Stops reading output, so that the process waits. */
  pause(): void {
    this.child.stdout.pause();
  }

  /** Continues to read output. */
  resume(): void {
    this.child.stdout.resume();
  }

  /** Lets the process end by closing its input; for idle processes. */
  close(): void {
    if (this.busy) return this.fail(new LostProcessError('the git process was closed'));
    this.failure = new LostProcessError('the git process was closed');
    this.child.stdin.end();
  }

  /** Sends text; everything sent within one turn goes out in one write. */
  protected send(text: string): void {
    this.lastUsed = Date.now();
    if (this.failure !== undefined) throw this.failure;
    if (this.pendingInput === '') {
      queueMicrotask(() => {
        const input = this.pendingInput + this.endOfTurn;
        this.pendingInput = '';
        if (this.failure === undefined) this.child.stdin.write(input);
      });
    }
    this.pendingInput += text;
  }
}

/**
 * The persistent process died or its output was invalid during a request; reads may be retried on a
 * new one.
 */
export class LostProcessError extends GitError {
  constructor(message: string) {
    super('git_failed', message);
  }
}

/** Runs a read and retries it once if its process was lost. */
export async function retryLost<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof LostProcessError)) throw error;
    return await read();
  }
}
