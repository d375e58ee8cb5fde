/**
 * Ref updates through one kept `git update-ref --stdin` per repository. A transaction is all or
 * nothing and every update in it is a compare-and-swap; git's own lock files make it safe against
 * any other writer.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { GitError } from '../errors';
import { isObjectId, zeroId } from '../objects/object-id';
import { diskFailureIn } from '../storage/disk-failure';
import { gitEnvironment, type GitEnvironmentOptions } from '../storage/git-environment';
import { isValidRefName } from './ref-names';

/** Moves `ref` from `old` to `new`; forty zeros as `old` create it and as `new` delete it. */
export interface RefUpdate {
  ref: string;
  old: string;
  new: string;
}

export interface RefTransactionsOptions {
  /** Kept processes at most; the one unused for longest makes room. 64 by default. */
  maxChildren?: number;
  /** Milliseconds without work after which a process ends. 60,000 by default. */
  idleMs?: number;
  /** Milliseconds that one transaction may take. 30,000 by default. */
  timeoutMs?: number;
  environment?: GitEnvironmentOptions;
}

/** The kept processes of all repositories. Create one per worker and `close` it at the end. */
export class RefTransactions {
  private readonly writers = new Map<string, RefWriter>();
  private readonly limits: { maxChildren: number; idleMs: number; timeoutMs: number };

  constructor(private readonly options: RefTransactionsOptions = {}) {
    const { maxChildren = 64, idleMs = 60_000, timeoutMs = 30_000 } = options;
    this.limits = { maxChildren, idleMs, timeoutMs };
  }

  /**
   * Moves all the refs or none. Resolves when the change is durable. Errors: `invalid_ref` for a
   * malformed name, `conflict` (with `details` of `ref` and `cause`, a `RefConflict`) where a ref
   * is not at `old` any more or its name is not free, `object_not_found` for a new id without an
   * object, `refused` for what git will not store (a branch that names no commit), `unavailable`
   * when git ended without an answer (read the refs to learn the truth).
   */
  async update(repo: string, updates: readonly RefUpdate[]): Promise<void> {
    updates.forEach(checkUpdate);
    if (new Set(updates.map(({ ref }) => ref)).size !== updates.length) {
      throw new GitError('invalid_ref', 'A ref can change only once in a transaction');
    }
    if (updates.length === 0) return;
    await this.writerOf(repo).run(transaction(updates));
  }

  /** Ends the process kept for one repository, for example before it is removed. */
  forget(repo: string): void {
    this.writers.get(repo)?.close();
    this.writers.delete(repo);
  }

  /** Ends all kept processes. */
  close(): void {
    for (const repo of [...this.writers.keys()]) this.forget(repo);
  }

  private writerOf(repo: string): RefWriter {
    const known = this.writers.get(repo);
    const writer = known ?? new RefWriter(repo, this.limits, this.options.environment, () => this.drop(repo, writer));
    // Deleting and setting again keeps the map in order of use.
    this.writers.delete(repo);
    this.writers.set(repo, writer);
    if (!known) this.makeRoom();
    return writer;
  }

  private makeRoom(): void {
    for (const [repo, writer] of this.writers) {
      if (this.writers.size <= this.limits.maxChildren) return;
      if (writer.idle) this.forget(repo);
    }
  }

  private drop(repo: string, writer: RefWriter): void {
    if (this.writers.get(repo) === writer) this.writers.delete(repo);
  }
}

/** One repository's process and the transactions that wait for it. */
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
    // The end of its input ends the process; a transaction that is not committed is undone by git.
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
    // A kept process may have died unnoticed. Before its `prepare: ok` nothing was changed, so a
    // fresh one may try.
    const nothingDone = first.stderr === '' && !first.stdout.includes('prepare: ok');
    const last = nothingDone ? await this.exchange(input) : first;
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
        child.stderr.off('data', onWords);
        child.off('close', onClose).off('error', onError);
        settle();
      };
      const onOutput = (text: string): void => {
        stdout += text;
        if (stdout.endsWith('commit: ok\n')) finish(() => resolve({ committed: true, stdout, stderr }));
      };
      const onWords = (text: string): void => {
        stderr += text;
      };
      const onClose = (): void => finish(() => resolve({ committed: false, stdout, stderr }));
      const onError = (error: Error): void => finish(() => reject(error));
      child.stdout.on('data', onOutput);
      child.stderr.on('data', onWords);
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
    // An idle process must not keep this one from ending; while it works, the timer of the
    // transaction does.
    for (const part of [child, child.stdin, child.stdout, child.stderr] as Array<{ unref?: () => void }>)
      part.unref?.();
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    const forget = (): void => {
      if (this.child === child) this.child = undefined;
    };
    child.on('close', forget).on('error', forget);
    // A broken pipe shows in `close` with git's own words; without a listener it would end this
    // process.
    child.stdin.on('error', forget);
    return child;
  }
}

function checkUpdate(update: RefUpdate): void {
  if (!isValidRefName(update.ref)) throw new GitError('invalid_ref', `'${update.ref}' is not a valid ref name`);
  if (!isObjectId(update.old) || !isObjectId(update.new)) {
    throw new GitError('object_not_found', 'a ref moves between full object ids');
  }
  if (update.old === zeroId && update.new === zeroId)
    throw new GitError('invalid_ref', 'a ref cannot move from nothing to nothing');
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
  [/reference already exists/, 'exists', 'the ref exists already'],
  [/is at [0-9a-f]+ but expected/, 'moved', 'the ref has moved'],
  [/unable to resolve reference|reference is missing but expected/, 'missing', 'the ref does not exist'],
  [
    /exists; cannot create|there are still (refs|logs) under/,
    'in_the_way',
    'another ref stands in the way of this name',
  ],
  [/Unable to create|cannot lock ref|unable to lock/, 'locked', 'the ref is being changed'],
];

/**
 * Turns git's last words into one of our reasons. The locale is fixed, so the words are; paths in
 * them stay here.
 */
function explain(stderr: string): GitError {
  const words = stderr.trim();
  const failure = diskFailureIn(words);
  if (failure) return failure;
  const ref = /cannot lock ref '([^']+)'/.exec(words)?.[1];
  for (const [pattern, cause, text] of conflicts) {
    if (pattern.test(words)) return new GitError('conflict', text, { ref, cause });
  }
  if (/nonexistent object/.test(words)) return new GitError('object_not_found', 'the new object does not exist');
  if (/non-commit object/.test(words)) return new GitError('refused', 'a branch can only name a commit');
  if (words === '') return new GitError('unavailable', 'the outcome of a ref update is unknown');
  return new GitError('git_failed', words);
}
