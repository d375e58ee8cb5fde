/** Limits the work of each caller that is in progress, without a limit for all of them. */
import { OverloadError } from './admission';

/** Whose work it is. */
export interface TurnCaller {
  /** The same for all work of one caller. */
  key: string;
  /** Maximum amount of work in progress. */
  max: number;
}

/** A wait for a turn. */
export interface TurnWait {
  /** Milliseconds after which the wait ends. */
  waitMs: number;
  /** Ends the wait when the client disconnects. */
  signal: AbortSignal;
}

interface CallerWork {
  running: number;
  /** Begins the work of those who wait, in the order of their arrival. */
  waiting: (() => void)[];
}

/**
 * Turns of callers. Work beyond the maximum of its caller waits for the end of earlier work of the
 * same caller, and delays nobody else.
 */
export class CallerTurns {
  private readonly callers = new Map<string, CallerWork>();

  /** Pieces of work that wait. */
  get waiting(): number {
    return [...this.callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Begins work at once; returns the function that ends it, or undefined if it has to wait. */
  tryBegin({ key, max }: TurnCaller): (() => void) | undefined {
    const work = this.workOf(key);
    if (work.running >= max) return undefined;
    work.running++;
    return this.endOf(key, work);
  }

  /**
   * Waits for a turn; resolves with the function that ends it. Rejects with `OverloadError` after
   * the time, or with the signal's reason.
   */
  async begin(caller: TurnCaller, { waitMs, signal }: TurnWait): Promise<() => void> {
    signal.throwIfAborted();
    const end = this.tryBegin(caller);
    if (end) return end;
    const { key } = caller;
    const work = this.workOf(key);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const enter = (): void => {
        stop();
        resolve(this.endOf(key, work));
      };
      const refuse = (error: unknown): void => {
        stop();
        work.waiting = work.waiting.filter((other) => other !== enter);
        reject(error as Error);
      };
      const onAbort = (): void => refuse(signal.reason);
      const timer = setTimeout(() => refuse(new OverloadError('waited too long')), waitMs);
      timer.unref();
      signal.addEventListener('abort', onAbort);
      work.waiting.push(enter);
    });
  }

  private workOf(key: string): CallerWork {
    let work = this.callers.get(key);
    if (!work) this.callers.set(key, (work = { running: 0, waiting: [] }));
    return work;
  }

  /** The end of one piece of work begins the next one of its caller. */
  private endOf(key: string, work: CallerWork): () => void {
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const next = work.waiting.shift();
      if (next) return next();
      work.running--;
      if (work.running === 0) this.callers.delete(key);
    };
  }
}
