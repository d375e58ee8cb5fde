import type { AdmissionLimits } from './transport.types';

/**
 * Thrown when the queue is full or the wait timed out; the client should retry after `retryAfter`
 * seconds.
 */
export class OverloadError extends Error {
  override readonly name = 'OverloadError';
  readonly retryAfter = 5;
}

interface Waiter {
  key: string;
  enter: () => void;
}

/**
 * Limits concurrency, per repository and in total. A bounded number of requests queues for a
 * limited time; the rest is rejected immediately.
 */
export class Admission {
  private running = 0;
  private readonly byKey = new Map<string, number>();
  private waiters: Waiter[] = [];

  constructor(private readonly limits: AdmissionLimits) {}

  /**
   * Resolves with the function that releases the slot (idempotent). Rejects with `OverloadError`,
   * or with the signal's reason when the client disconnects while waiting.
   */
  acquire(key: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (this.hasRoom(key)) return Promise.resolve(this.enter(key));
    if (this.waiters.length >= this.limits.queue) return Promise.reject(new OverloadError('too many git requests'));
    return new Promise((resolve, reject) => {
      const release = (error: unknown): void => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        dequeue();
        reject(error as Error);
      };
      const timer = setTimeout(() => release(new OverloadError('waited too long')), this.limits.waitMs);
      const onAbort = (): void => release(signal.reason);
      const dequeue = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        key,
        enter: () => {
          dequeue();
          resolve(this.enter(key));
        },
      };
      signal.addEventListener('abort', onAbort);
      this.waiters.push(waiter);
    });
  }

  private hasRoom(key: string): boolean {
    return this.running < this.limits.running && (this.byKey.get(key) ?? 0) < this.limits.perRepository;
  }

  private enter(key: string): () => void {
    this.running++;
    this.byKey.set(key, (this.byKey.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.release(key);
    };
  }

  private release(key: string): void {
    this.running--;
    const rest = (this.byKey.get(key) ?? 1) - 1;
    if (rest > 0) this.byKey.set(key, rest);
    else this.byKey.delete(key);
    const next = this.waiters.find((waiter) => this.hasRoom(waiter.key));
    if (!next) return;
    this.waiters = this.waiters.filter((waiter) => waiter !== next);
    next.enter();
  }
}
