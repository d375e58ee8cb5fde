/**
 * Updates refs through one persistent `git update-ref --stdin` per repository. A transaction is all
 * or nothing and every update in it is a compare-and-swap; git's lock files make it safe against
 * any other writer.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitError } from '../../errors';
import { isObjectId } from '../../objects/object-id';
import { zeroId } from '../../refs/ref-folders';
import { diskFailureIn } from '../../storage/disk-failure';
import { gitEnvironment, type GitEnvironmentOptions } from '../../storage/git-environment';
import { isValidRefName } from './ref-names';

/** Moves `ref` from `old` to `new`; forty zeros as `old` create it and as `new` delete it. */
export interface RefUpdate {
  ref: string;
  old: string;
  new: string;
}

export interface RefTransactionsOptions {
  /** Maximum number of persistent processes; the least recently used one is stopped. Default 64. */
  maxChildren?: number;
  /** Milliseconds without work after which a process ends. Default 60,000. */
  idleMs?: number;
  /** Timeout of one transaction in milliseconds. Default 30,000. */
  timeoutMs?: number;
  environment?: GitEnvironmentOptions;
}

/**
 * The persistent processes of all repositories. Create one per worker and `close` it at the end.
 */
export class RefTransactions {
  private readonly writers = new Map<string, RefWriter>();
  private readonly limits: { maxChildren: number; idleMs: number; timeoutMs: number };

  constructor(private readonly options: RefTransactionsOptions = {}) {
    const { maxChildren = 64, idleMs = 60_000, timeoutMs = 30_000 } = options;
    this.limits = { maxChildren, idleMs, timeoutMs };
  }

  /**
   * Updates all refs or none. Resolves when the change is durable. Errors: `invalid_ref` for a
   * malformed name, `conflict` (with `details` of `ref` and `cause`, a `RefConflict`) when a ref is
   * no longer at `old` or its name is not free, `object_not_found` for a new id without an object,
   * `refused` for what git does not store (a branch at an object that is not a commit),
   * `unavailable` when git ended without a result (read the refs to learn the outcome).
   */
  async update(repo: string, updates: readonly RefUpdate[]): Promise<void> {
    updates.forEach(checkUpdate);
    if (new Set(updates.map(({ ref }) => ref)).size !== updates.length) {
      throw new GitError('invalid_ref', 'A ref can change only once in a transaction');
    }
    if (updates.length === 0) return;
    await this.writerOf(repo).run(transaction(updates));
  }

  /** Stops the persistent process of one repository, for example before it is removed. */
  forget(repo: string): void {
    this.writers.get(repo)?.close();
    this.writers.delete(repo);
  }

  /** Stops all persistent processes. */
  close(): void {
    for (const repo of [...this.writers.keys()]) this.forget(repo);
  }

  private writerOf(repo: string): RefWriter {
    const known = this.writers.get(repo);
    const writer = known ?? new RefWriter(repo, this.limits, this.options.environment, () => this.drop(repo, writer));
    // Deleting and setting again keeps the map in order of use.
    this.writers.delete(repo);
    this.writers.set(repo, writer);
    if (!known) this.evictIdleWriter();
    return writer;
  }

  private evictIdleWriter(): void {
    for (const [repo, writer] of this.writers) {
      if (this.writers.size <= this.limits.maxChildren) return;
      if (writer.idle) this.forget(repo);
    }
  }

  private drop(repo: string, writer: RefWriter): void {
    if (this.writers.get(repo) === writer) this.writers.delete(repo);
  }
}

/** The process of one repository and its queued transactions. */
class RefWriter {
  private child: ChildProcessWithoutNullStreams | undefined;
  private tail: Promise<void> = Promise.resolve();
  private waiting = 0;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repo: string,
    private readonly limits: { idleMs: number; timeoutMs: number },
    private readonly environment: GitEnvironmentOptions | undefined,
    private readonly ended: () => void,
  ) {}

  get idle(): boolean {
    return this.waiting === 0;
  }

  run(input: string): Promise<void> {
    this.waiting++;
    clearTimeout(this.idleTimer);
    const turn = this.tail.then(() => this.attempt(input));
    this.tail = turn.then(
      () => this.done(),
      () => this.done(),
    );
    return turn;
  }

  close(): void {
    clearTimeout(this.idleTimer);
    // Closing its input ends the process; git rolls back a transaction that is not committed.
    this.child?.stdin.end();
    this.child = undefined;
  }

  private done(): void {
    this.waiting--;
    if (this.waiting > 0) return;
    this.idleTimer = setTimeout(() => {
      this.close();
      this.ended();
    }, this.limits.idleMs);
    this.idleTimer.unref();
  }

  private async attempt(input: string): Promise<void> {
    const first = await this.exchange(input);
    if (first.committed) return;
    // A persistent process may have died unnoticed. Before its `prepare: ok` nothing was changed,
    // so a new one may retry.
    const nothingApplied = first.stderr === '' && !first.stdout.includes('prepare: ok');
    const last = nothingApplied ? await this.exchange(input) : first;
    if (!last.committed) throw explain(last.stderr);
  }

  /** Writes one transaction and reads until git has committed or ended. */
  private exchange(input: string): Promise<{ committed: boolean; stdout: string; stderr: string }> {
    return new Promise((resolve, reject) => {
      const child = (this.child ??= this.start());
      let stdout = '';
      let stderr = '';
      const timer = setTimeout(() => child.kill('SIGTERM'), this.limits.timeoutMs);
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        child.stdout.off('data', onOutput);
        child.stderr.off('data', onText);
        child.off('close', onClose).off('error', onError);
        settle();
      };
      const onOutput = (text: string): void => {
        stdout += text;
        if (stdout.endsWith('commit: ok\n')) finish(() => resolve({ committed: true, stdout, stderr }));
      };
      const onText = (text: string): void => {
        stderr += text;
      };
      const onClose = (): void => finish(() => resolve({ committed: false, stdout, stderr }));
      const onError = (error: Error): void => finish(() => reject(error));
      child.stdout.on('data', onOutput);
      child.stderr.on('data', onText);
      child.on('close', onClose).on('error', onError);
      child.stdin.write(input);
    });
  }

  private start(): ChildProcessWithoutNullStreams {
    const variables = { GIT_DIR: this.repo, ...this.environment?.variables };
    const child = spawn(this.environment?.program ?? 'git', ['update-ref', '-m', 'update', '--stdin'], {
      cwd: this.repo,
      env: gitEnvironment({ ...this.environment, variables }),
    });
    // An idle process must not keep this one alive; while it works, the timer of the transaction
    // does.
    for (const part of [child, child.stdin, child.stdout, child.stderr] as Array<{ unref?: () => void }>)
      part.unref?.();
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    const forget = (): void => {
      if (this.child === child) this.child = undefined;
    };
    child.on('close', forget).on('error', forget);
    // A broken pipe is reported in `close` with git's error output; without a listener it would
    // crash this process.
    child.stdin.on('error', forget);
    return child;
  }
}

function checkUpdate(update: RefUpdate): void {
  if (!isValidRefName(update.ref)) throw new GitError('invalid_ref', `'${update.ref}' is not a valid ref name`);
  if (!isObjectId(update.old) || !isObjectId(update.new)) {
    throw new GitError('object_not_found', 'ref updates require full object ids');
  }
  if (update.old === zeroId && update.new === zeroId)
    throw new GitError('invalid_ref', 'a ref update requires an old or a new id');
}

function transaction(updates: readonly RefUpdate[]): string {
  const lines = updates.map((update) =>
    update.new === zeroId ? `delete ${update.ref} ${update.old}` : `update ${update.ref} ${update.new} ${update.old}`,
  );
  return ['start', ...lines, 'prepare', 'commit', ''].join('\n');
}

/** Why a ref could not be changed, as `details.cause` of a `conflict`. */
export type RefConflict = 'exists' | 'missing' | 'moved' | 'in_the_way' | 'locked';

const conflicts: ReadonlyArray<readonly [RegExp, RefConflict, string]> = [
  [/reference already exists/, 'exists', 'the ref already exists'],
  [/is at [0-9a-f]+ but expected/, 'moved', 'the ref has moved'],
  [/unable to resolve reference|reference is missing but expected/, 'missing', 'the ref does not exist'],
  [/exists; cannot create|there are still (refs|logs) under/, 'in_the_way', 'another ref conflicts with this name'],
  [/Unable to create|cannot lock ref|unable to lock/, 'locked', 'the ref is being changed'],
];

/**
 * Maps git's error output to a reason. The locale is fixed, so the messages are stable; paths in
 * them are not passed on.
 */
function explain(stderr: string): GitError {
  const errorOutput = stderr.trim();
  const failure = diskFailureIn(errorOutput);
  if (failure) return failure;
  const ref = /cannot lock ref '([^']+)'/.exec(errorOutput)?.[1];
  for (const [pattern, cause, text] of conflicts) {
    if (pattern.test(errorOutput)) return new GitError('conflict', text, { ref, cause });
  }
  if (/nonexistent object/.test(errorOutput)) return new GitError('object_not_found', 'the new object does not exist');
  if (/non-commit object/.test(errorOutput)) return new GitError('refused', 'a branch can only point at a commit');
  if (errorOutput === '') return new GitError('unavailable', 'the outcome of a ref update is unknown');
  return new GitError('git_failed', errorOutput);
}
