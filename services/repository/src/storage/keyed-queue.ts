/**
 * Serializes writers of one branch instead of letting them lose races in git; between processes,
 * git's lock decides.
 */
import { UnavailableError } from '@forgemesh/errors';

const MAX_QUEUE = 100;

/** Runs work with the same key one after the other. */
export class KeyedQueue {
  private readonly queues = new Map<string, { tail: Promise<void>; length: number }>();

  /** Runs work in turn. Throws UnavailableError when too many calls are waiting. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_QUEUE) throw new UnavailableError('Too many changes of this branch are waiting');
    this.queues.set(key, queue);
    queue.length += 1;
    const turn = queue.tail.then(work);
    queue.tail = turn.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await turn;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.queues.delete(key);
    }
  }
}
