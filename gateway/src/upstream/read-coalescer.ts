/**
 * Request coalescing: concurrent equal reads of one caller are sent to the service once.
 *
 * A request never joins a read that has already started: later requests share the next one. So a
 * read shows every write that was acknowledged before it, and any number of equal requests costs
 * two reads at a time. A slow read delays the next one only briefly.
 */
import { signalOnLastAbort } from '../server/client-disconnect';

/** Maximum time for which a read delays the next one, in milliseconds. */
const MAX_WAIT_MS = 250;

/**
 * Reads on behalf of all requests that share it; the signal is aborted when all clients have
 * disconnected.
 */
type Read<Result> = (signal: AbortSignal) => Promise<Result>;

interface Queue<Result> {
  /** The read that started last, and its start. */
  current: { ended: Promise<unknown>; since: number };
  /** The read that starts next, if any request waits for it. */
  next?: { signals: AbortSignal[]; result: Promise<Result> };
}

/** Reads in progress, by key. */
export class ReadCoalescer<Result> {
  private readonly queues = new Map<string, Queue<Result>>();

  /**
   * Reads, together with all equal requests that arrive before the read starts. `key` names
   * everything that the result depends on.
   */
  read(key: string, signal: AbortSignal, read: Read<Result>): Promise<Result> {
    const queue = this.queues.get(key);
    if (!queue) return this.start(key, signal, read);
    if (queue.next) queue.next.signals.push(signal);
    else {
      const signals = [signal];
      queue.next = { signals, result: this.startAfter(queue, key, signals, read) };
    }
    return queue.next.result;
  }

  private async startAfter(
    { current: { ended, since } }: Queue<Result>,
    key: string,
    signals: AbortSignal[],
    read: Read<Result>,
  ): Promise<Result> {
    await endOrTimeout(ended, since + MAX_WAIT_MS - performance.now());
    return this.start(key, signals.length === 1 ? (signals[0] as AbortSignal) : signalOnLastAbort(signals), read);
  }

  private start(key: string, signal: AbortSignal, read: Read<Result>): Promise<Result> {
    const result = read(signal);
    const queue: Queue<Result> = { current: { ended: result.catch(() => undefined), since: performance.now() } };
    this.queues.set(key, queue);
    void queue.current.ended.then(() => {
      // If a request waits, its read replaces this queue.
      if (!queue.next && this.queues.get(key) === queue) this.queues.delete(key);
    });
    return result;
  }
}

/** Resolves when a promise has settled, after some milliseconds at the latest. */
async function endOrTimeout(ended: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, Math.max(ms, 0))));
  await Promise.race([ended, timeout]);
  clearTimeout(timer);
}
