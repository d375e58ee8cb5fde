/**
 * Regular expressions of users. They run in linear time, but a large one is slow on a long text:
 * they are matched in worker threads with a deadline, so that they never block the event loop.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PatternResponse, PatternRequest } from './pattern-messages';

/** Maximum length of a searched text, in bytes. */
export const MAX_PATTERN_TEXT = 64 * 1024;
/** Maximum number of instructions of a compiled pattern that may be saved. */
export const MAX_PROGRAM_SIZE = 2048;
/** Maximum total length of the texts of one request, in UTF-16 units. */
const MAX_BATCH = 128 * 1024;
const DEADLINE_MS = 1_000;
/** Requests that wait longer than this for a thread are rejected. */
const QUEUE_MS = 30_000;
const THREADS = 2;
/** Maximum memory of a thread. */
const MAX_HEAP_MB = 128;
/** The compiled thread, also if this file runs as source in a test. */
const THREAD = join(__dirname, '../dist/pattern-thread.js');

/** A pattern could not be matched within its deadline. */
export class PatternTimeoutError extends Error {
  override readonly name = 'PatternTimeoutError';
}

/** A pattern and its matching mode. */
export type Pattern = Pick<PatternRequest, 'source'> & Partial<Pick<PatternRequest, 'ignore_case'>>;

interface Task {
  request: PatternRequest;
  resolve: (response: Exclude<PatternResponse, { kind: 'started' }>) => void;
  reject: (error: Error) => void;
  expiry: NodeJS.Timeout;
}

/** Whether a text is too long to be matched. */
export function isTooLongToMatch(text: string): boolean {
  return text.length > MAX_PATTERN_TEXT || Buffer.byteLength(text) > MAX_PATTERN_TEXT;
}

/**
 * Threads that compile and match patterns. Each owner uses at most one thread at a time, and owners
 * take turns.
 */
export class UserPatterns {
  private readonly queues = new Map<string, Task[]>();
  private readonly busyOwners = new Set<string>();
  private readonly idle: Worker[] = [];
  private running = 0;

  constructor(private readonly limits = { threads: THREADS, deadlineMs: DEADLINE_MS, queueMs: QUEUE_MS }) {}

  /** Returns the problem of a pattern that is to be saved; undefined if it is valid. */
  async check(owner: string, source: string): Promise<string | undefined> {
    if (source === '') return undefined;
    try {
      const response = await this.send(owner, { source, ignore_case: false, texts: [] });
      if (response.kind === 'invalid') return 'is an invalid regular expression';
      return response.program_size > MAX_PROGRAM_SIZE ? 'is too complex' : undefined;
    } catch (error) {
      if (error instanceof PatternTimeoutError) return 'is too complex';
      throw error;
    }
  }

  /**
   * Returns for each text whether it contains a match. Throws PatternTimeoutError if that takes too
   * long, RangeError for a text that is too long and SyntaxError for an invalid pattern.
   */
  async match(owner: string, { source, ignore_case = false }: Pattern, texts: readonly string[]): Promise<boolean[]> {
    if (texts.some(isTooLongToMatch)) throw new RangeError(`Texts are longer than ${MAX_PATTERN_TEXT} bytes`);
    const matches: boolean[] = [];
    for (const batch of batchesOf(texts)) {
      const response = await this.send(owner, { source, ignore_case, texts: batch });
      if (response.kind === 'invalid') throw new SyntaxError(`Invalid pattern: ${source}`);
      matches.push(...response.matches);
    }
    return matches;
  }

  private send(owner: string, request: PatternRequest): Promise<Exclude<PatternResponse, { kind: 'started' }>> {
    return new Promise((resolve, reject) => {
      const expiry = setTimeout(() => {
        const queue = this.queues.get(owner)?.filter((other) => other !== task) ?? [];
        if (queue.length > 0) this.queues.set(owner, queue);
        else this.queues.delete(owner);
        reject(new PatternTimeoutError('No thread was free to match a pattern'));
      }, this.limits.queueMs);
      const task: Task = { request, resolve, reject, expiry };
      this.queues.set(owner, [...(this.queues.get(owner) ?? []), task]);
      this.next();
    });
  }

  /** Assigns free threads to the owners that have waited longest. */
  private next(): void {
    for (const [owner, [task, ...rest]] of [...this.queues]) {
      if (this.running >= this.limits.threads) return;
      if (this.busyOwners.has(owner) || !task) continue;
      this.queues.delete(owner);
      if (rest.length > 0) this.queues.set(owner, rest);
      clearTimeout(task.expiry);
      this.running++;
      this.busyOwners.add(owner);
      this.run(task, () => {
        this.running--;
        this.busyOwners.delete(owner);
        this.next();
      });
    }
  }

  private run({ request, resolve, reject }: Task, done: () => void): void {
    const thread = this.idle.pop() ?? startThread();
    let deadline: NodeJS.Timeout | undefined;
    const settle = (isReusable: boolean, notify: () => void): void => {
      clearTimeout(deadline);
      thread.off('message', receive).off('error', fail).off('exit', end);
      thread.unref();
      if (isReusable) this.idle.push(thread);
      // The thread may still emit an error while it is being terminated.
      else void thread.on('error', () => undefined).terminate();
      notify();
      done();
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(false, () => reject(isMemory ? new PatternTimeoutError('A pattern took too much memory') : error));
    };
    const end = (): void => fail(new Error('The pattern thread exited'));
    const receive = (response: PatternResponse): void => {
      if (response.kind !== 'started') return settle(true, () => resolve(response));
      const late = new PatternTimeoutError(`A pattern took longer than ${this.limits.deadlineMs} ms`);
      deadline = setTimeout(() => fail(late), this.limits.deadlineMs);
    };
    thread.ref();
    thread.on('message', receive).on('error', fail).on('exit', end);
    thread.postMessage(request);
  }
}

function startThread(): Worker {
  return new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB }, env: {}, stdin: false });
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && size + text.length <= MAX_BATCH) last.push(text);
    else {
      batches.push([text]);
      size = 0;
    }
    size += text.length;
  }
  return batches;
}

/** The threads of this process. */
export const userPatterns = new UserPatterns();
