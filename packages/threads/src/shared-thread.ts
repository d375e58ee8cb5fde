/**
 * A worker thread that handles many requests at the same time and may keep state between them,
 * unlike those of a pool. It has no time limit, so it is for short work of trusted input.
 */
import { Worker } from 'node:worker_threads';
import type { SharedRequest, SharedResponse } from './shared-messages';

interface Pending<Response> {
  resolve(response: Response): void;
  reject(error: Error): void;
}

/** A thread, which starts with the first request. While requests are pending, the process stays. */
export class SharedThread<Request, Response> {
  private thread: Worker | undefined;
  private readonly pending = new Map<number, Pending<Response>>();
  private lastId = 0;

  /** @param file compiled module of the thread, which calls `answerRequests` */
  constructor(private readonly file: string) {}

  /**
   * Resolves with the response to a request; the thread receives requests in their order. Throws an
   * error with the message and code of the one that the work threw. If the thread fails, all
   * requests do, and the next one starts another thread, without the state of this one.
   */
  request(request: Request): Promise<Response> {
    return new Promise((resolve, reject) => {
      const thread = (this.thread ??= this.start());
      const id = ++this.lastId;
      if (this.pending.size === 0) thread.ref();
      this.pending.set(id, { resolve, reject });
      thread.postMessage({ id, request } satisfies SharedRequest<Request>);
    });
  }

  private start(): Worker {
    const thread = new Worker(this.file, { env: {}, stdin: false });
    thread.on('message', (response: SharedResponse<Response>) => this.receive(thread, response));
    thread.once('error', (error: Error) => this.fail(thread, error));
    thread.once('exit', () => this.fail(thread, new Error('The thread exited')));
    return thread;
  }

  private receive(thread: Worker, { id, response, failure }: SharedResponse<Response>): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if (this.pending.size === 0) thread.unref();
    if (failure) pending?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
    else pending?.resolve(response as Response);
  }

  private fail(thread: Worker, error: Error): void {
    if (this.thread !== thread) return;
    this.thread = undefined;
    const failed = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of failed) reject(error);
  }
}
