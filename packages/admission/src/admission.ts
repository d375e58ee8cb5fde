/** Slots for concurrent work, shared fairly among callers. */
import { type Caller, Shares, sharesOf } from './shares';

/** Limits of concurrent work. */
export interface AdmissionLimits {
  /** Slots in total. */
  running: number;
  /** Slots for one resource, such as a repository; unlimited if absent. */
  perResource?: number;
  /** Requests that may wait; others are refused. Shared among callers like the slots. */
  queue: number;
  /** Milliseconds after which a waiting request is refused. */
  waitMs: number;
}

/** A request for a slot. */
export interface SlotRequest {
  caller: Caller;
  /** What the work is done on; counts only with `perResource`. */
  resource?: string;
  /** Ends the wait when the client disconnects. */
  signal: AbortSignal;
}

/** Use of the slots. */
export interface AdmissionCounts {
  running: number;
  waiting: number;
  /** Requests that were refused since the start. */
  refused: number;
}

/**
 * The caller has used up their share, the queue is full or the wait timed out; the client should
 * retry after `retryAfter` seconds.
 */
export class OverloadError extends Error {
  override readonly name = 'OverloadError';
  readonly retryAfter = 5;
}

interface Waiter {
  caller: Caller;
  resource: string;
  enter: () => void;
  refuse: (error: unknown) => void;
}

/**
 * Limits concurrent work: in total, per resource, per caller (a quarter) and for all callers
 * without a token (half). A bounded number of requests waits for a limited time. Free slots go to
 * the waiting callers in turn, however many requests each of them has.
 */
export class Admission {
  private readonly slots: Shares;
  private readonly queued: Shares;
  private readonly byResource = new Map<string, number>();
  /** Waiting requests of each caller; the caller whose turn is next is the first. */
  private readonly waiting = new Map<string, Waiter[]>();
  private refused = 0;

  constructor(private readonly limits: AdmissionLimits) {
    this.slots = new Shares(sharesOf(limits.running));
    this.queued = new Shares(sharesOf(limits.queue));
  }

  /** Use of the slots now. */
  counts(): AdmissionCounts {
    return { running: this.slots.held, waiting: this.queued.held, refused: this.refused };
  }

  /**
   * Resolves with the function that releases the slot (idempotent). Rejects with `OverloadError`,
   * or with the signal's reason when the client disconnects while waiting.
   */
  async acquire({ caller, resource = '', signal }: SlotRequest): Promise<() => void> {
    signal.throwIfAborted();
    if (this.hasRoom(caller, resource)) return this.enter(caller, resource);
    if (!this.queued.hasRoom(caller) && !this.makeRoomInQueue(caller)) {
      this.refused += 1;
      throw new OverloadError('too many requests');
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.dequeue(waiter);
      };
      const waiter: Waiter = {
        caller,
        resource,
        enter: () => {
          leave();
          resolve(this.enter(caller, resource));
        },
        refuse: (error) => {
          leave();
          if (error instanceof OverloadError) this.refused += 1;
          reject(error as Error);
        },
      };
      const onAbort = (): void => waiter.refuse(signal.reason);
      const timer = setTimeout(() => waiter.refuse(new OverloadError('waited too long')), this.limits.waitMs);
      timer.unref();
      signal.addEventListener('abort', onAbort);
      this.enqueue(waiter);
    });
  }

  private hasRoom(caller: Caller, resource: string): boolean {
    const { perResource = Infinity } = this.limits;
    return this.slots.hasRoom(caller) && (this.byResource.get(resource) ?? 0) < perResource;
  }

  private enter(caller: Caller, resource: string): () => void {
    this.slots.take(caller);
    this.byResource.set(resource, (this.byResource.get(resource) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.slots.give(caller);
      const left = (this.byResource.get(resource) ?? 1) - 1;
      if (left > 0) this.byResource.set(resource, left);
      else this.byResource.delete(resource);
      this.admitWaiting();
    };
  }

  /** One release may admit several: a slot may have been free for another resource or caller. */
  private admitWaiting(): void {
    for (let next = this.findNext(); next !== undefined; next = this.findNext()) {
      const { key } = next.caller;
      next.enter();
      const rest = this.waiting.get(key);
      if (rest === undefined) continue;
      // The caller's next turn comes after that of all others.
      this.waiting.delete(key);
      this.waiting.set(key, rest);
    }
  }

  private findNext(): Waiter | undefined {
    for (const waiters of this.waiting.values()) {
      const next = waiters.find(({ caller, resource }) => this.hasRoom(caller, resource));
      if (next !== undefined) return next;
    }
    return undefined;
  }

  /**
   * Refuses the newest request of the caller with the longest queue, if the queue is full because
   * others wait with more requests than this caller.
   */
  private makeRoomInQueue(caller: Caller): boolean {
    const own = this.waiting.get(caller.key)?.length ?? 0;
    const longest = [...this.waiting.values()].reduce<Waiter[]>(
      (most, waiters) => (waiters.length > most.length ? waiters : most),
      [],
    );
    if (longest.length <= own + 1) return false;
    const newest = longest.at(-1)!;
    if (!this.hasRoomWithout(newest.caller, caller)) return false;
    newest.refuse(new OverloadError('too many requests'));
    return true;
  }

  /** Whether a caller could wait if another had one waiting request less. */
  private hasRoomWithout(other: Caller, caller: Caller): boolean {
    this.queued.give(other);
    const hasRoom = this.queued.hasRoom(caller);
    this.queued.take(other);
    return hasRoom;
  }

  private enqueue(waiter: Waiter): void {
    this.queued.take(waiter.caller);
    const { key } = waiter.caller;
    const waiters = this.waiting.get(key);
    if (waiters === undefined) this.waiting.set(key, [waiter]);
    else waiters.push(waiter);
  }

  private dequeue(waiter: Waiter): void {
    this.queued.give(waiter.caller);
    const { key } = waiter.caller;
    const left = (this.waiting.get(key) ?? []).filter((other) => other !== waiter);
    if (left.length > 0) this.waiting.set(key, left);
    else this.waiting.delete(key);
  }
}
