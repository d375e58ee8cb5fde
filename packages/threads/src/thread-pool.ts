/**
 * A pool of worker threads for work that may block for long: it has a time limit, at which its
 * thread is terminated, unlike work on the event loop.
 *
 * Each caller uses at most one thread at a time, and callers take turns: however much one of them
 * requests, it delays another one by at most one piece of work for each thread.
 */
import { Worker } from 'node:worker_threads';
import type { ThreadMessage } from './thread-messages';

/** How long an unused thread is kept, in milliseconds. */
const IDLE_MS = 60_000;

/** Settings of a pool. */
export interface ThreadPoolOptions {
  /** Compiled module of the threads, which calls `handleRequests`. */
  file: string;
  /** Maximum number of threads. */
  threads: number;
  /** Time limit of a request from the start of its work, in milliseconds. */
  limitMs: number;
  /** How long a request may wait for a thread, in milliseconds. */
  waitMs: number;
  /** Maximum size of all waiting requests together, in the unit of `run`. */
  maxWaiting: number;
  /** Maximum memory of a thread. */
  maxHeapMb: number;
}

/** The work took too long or needed too much memory. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

/** No thread was free in time, or too much was waiting already. */
export class ThreadBusyError extends Error {
  override readonly name = 'ThreadBusyError';
}

interface Task<Request, Response> {
  request: Request;
  size: number;
  /** Memory of the request that is passed to the thread without a copy. */
  transfer: readonly ArrayBuffer[];
  resolve(response: Response): void;
  reject(error: Error): void;
  expiry: NodeJS.Timeout;
}

/** The waiting requests of one caller. */
interface Queue<Request, Response> {
  tasks: Task<Request, Response>[];
  size: number;
}

/** A pool. */
export class ThreadPool<Request, Response> {
  private readonly queues = new Map<string, Queue<Request, Response>>();
  private readonly busyCallers = new Set<string>();
  private readonly idle: { thread: Worker; expiry: NodeJS.Timeout }[] = [];
  private running = 0;
  private waitingSize = 0;

  constructor(private readonly options: ThreadPoolOptions) {}

  /**
   * Runs the work of a request. Throws ThreadLimitError, ThreadBusyError, or an error with the
   * message of the one that the work threw. If too much is waiting, the caller with the largest
   * share loses its latest requests. The memory in `transfer` is moved to the thread, and may not
   * be used afterwards.
   */
  run(caller: string, request: Request, size = 1, transfer: readonly ArrayBuffer[] = []): Promise<Response> {
    return new Promise((resolve, reject) => {
      const expiry = setTimeout(() => this.refuse(caller, task, 'No thread was free in time'), this.options.waitMs);
      const task: Task<Request, Response> = { request, size, transfer, resolve, reject, expiry };
      const queue = this.queues.get(caller) ?? { tasks: [], size: 0 };
      this.queues.set(caller, queue);
      queue.tasks.push(task);
      queue.size += size;
      this.waitingSize += size;
      this.startNext();
      this.refuseExcess();
    });
  }

  /** Assigns free threads to the callers whose turn is next. */
  private startNext(): void {
    for (const [caller, { tasks }] of [...this.queues]) {
      if (this.running >= this.options.threads) return;
      const [task] = tasks;
      if (!task || this.busyCallers.has(caller)) continue;
      this.dequeue(caller, task);
      this.running++;
      this.busyCallers.add(caller);
      this.start(task, () => {
        this.running--;
        this.busyCallers.delete(caller);
        this.moveToEnd(caller);
        this.startNext();
      });
    }
  }

  /** Removes a waiting task. */
  private dequeue(caller: string, task: Task<Request, Response>): void {
    const queue = this.queues.get(caller);
    if (!queue) return;
    clearTimeout(task.expiry);
    queue.tasks = queue.tasks.filter((other) => other !== task);
    queue.size -= task.size;
    this.waitingSize -= task.size;
    if (queue.tasks.length === 0) this.queues.delete(caller);
  }

  /** The others take their turns before the next one of a caller. */
  private moveToEnd(caller: string): void {
    const queue = this.queues.get(caller);
    if (!queue) return;
    this.queues.delete(caller);
    this.queues.set(caller, queue);
  }

  private refuse(caller: string, task: Task<Request, Response>, reason: string): void {
    this.dequeue(caller, task);
    task.reject(new ThreadBusyError(reason));
  }

  private refuseExcess(): void {
    while (this.waitingSize > this.options.maxWaiting) {
      const [largest] = [...this.queues].sort(([, one], [, other]) => other.size - one.size);
      const last = largest?.[1].tasks.at(-1);
      if (!largest || !last) return;
      this.refuse(largest[0], last, 'Too much work is waiting');
    }
  }

  private start({ request, transfer, resolve, reject }: Task<Request, Response>, done: () => void): void {
    const thread = this.takeThread();
    const { limitMs } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const settle = (isReusable: boolean, notify: () => void): void => {
      clearTimeout(timer);
      thread.off('message', receive).off('error', fail).off('exit', end);
      if (isReusable) this.keepThread(thread);
      else terminate(thread);
      notify();
      done();
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(false, () => reject(isMemory ? new ThreadLimitError('The work needed too much memory') : error));
    };
    const end = (): void => fail(new Error('The thread exited'));
    const receive = (message: ThreadMessage): void => {
      if (message.kind === 'done') return settle(true, () => resolve(message.response as Response));
      if (message.kind === 'failed') return settle(true, () => reject(new Error(message.message)));
      const late = new ThreadLimitError(`The work took longer than ${limitMs} ms`);
      timer = setTimeout(() => fail(late), limitMs);
    };
    thread.on('message', receive).on('error', fail).on('exit', end);
    thread.postMessage(request, transfer);
  }

  private takeThread(): Worker {
    const kept = this.idle.pop();
    clearTimeout(kept?.expiry);
    const { file, maxHeapMb } = this.options;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb };
    const thread = kept?.thread ?? new Worker(file, { resourceLimits, env: {}, stdin: false });
    thread.ref();
    return thread;
  }

  /** Keeps an unused thread for a while; the process may end meanwhile. */
  private keepThread(thread: Worker): void {
    const expiry = setTimeout(() => {
      this.idle.splice(
        this.idle.findIndex((kept) => kept.thread === thread),
        1,
      );
      terminate(thread);
    }, IDLE_MS);
    expiry.unref();
    thread.unref();
    this.idle.push({ thread, expiry });
  }
}

function terminate(thread: Worker): void {
  thread.unref();
  // It may still emit an error while it is being terminated.
  void thread.on('error', () => undefined).terminate();
}
