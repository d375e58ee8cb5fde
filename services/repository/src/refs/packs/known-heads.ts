/**
 * The newest numbers of the logs of repositories that this process has read, and when.
 * A write is acknowledged after all processes have its number (`head-announcements.ts`),
 * so a number that was read lately is still the newest one that anybody has acknowledged.
 */
// The global `performance` is a getter, which is slow for something that each read asks.
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import type { LogName } from './deps';
import { checkpointId } from './repository-checkpoint.model';

/** Logs whose numbers are remembered. */
const MAX_HEADS = 50_000;
/**
 * Age in milliseconds at which a number is read again. A writer waits for so long for a process
 * that does not acknowledge, so a longer time would delay writes after a crash.
 */
export const MAX_HEAD_AGE_MS = 1_000;

/** The head of a log, as far as it is known. */
export interface Head {
  /** The highest number that was read or announced. */
  newest: number;
  /** Start of the last read, by two clocks: one of them may have been stopped with the machine. */
  readAt: number;
  readOn: number;
  isBeingRenewed: boolean;
  /** Announcements do not reach it any more. */
  isForgotten: boolean;
}

/** The heads of logs. */
export class KnownHeads {
  private readonly heads = new LRUCache<string, Head>({
    max: MAX_HEADS,
    dispose: (head) => (head.isForgotten = true),
  });

  constructor(
    /** Reads the newest number of a log. */
    private readonly newestSeq: (log: LogName) => Promise<number>,
    /** Whether announcements reach this process. */
    private readonly mayCache: () => boolean,
    private readonly maxAgeMs: number,
  ) {}

  /** The head of a log; its number is 0 until it is read. */
  of(log: LogName): Head {
    const id = checkpointId(log);
    const known = this.heads.get(id);
    if (known) return known;
    const head = { newest: 0, readAt: -Infinity, readOn: -Infinity, isBeingRenewed: false, isForgotten: false };
    this.heads.set(id, head);
    return head;
  }

  /** Notes that a log has an entry. A log that is not known is read before it is used. */
  note(id: string, seq: number): void {
    const head = this.heads.get(id);
    if (head) head.newest = Math.max(head.newest, seq);
  }

  /** Whether nobody can have acknowledged an entry after `head.newest`. */
  isCurrent(head: Head): boolean {
    return !head.isForgotten && this.mayCache() && ageOf(head) < this.maxAgeMs;
  }

  /** Reads the newest number of a log. */
  async read(log: LogName, head: Head): Promise<void> {
    // Announcements of before may not have reached this process.
    const isInformed = this.mayCache();
    const [readAt, readOn] = [performance.now(), Date.now()];
    const newest = await this.newestSeq(log);
    head.newest = Math.max(head.newest, newest);
    if (!isInformed || readAt < head.readAt) return;
    head.readAt = readAt;
    head.readOn = readOn;
  }

  /**
   * Reads a number that is in use in half of the time before it is too old, so that no request
   * waits for it.
   */
  renew(log: LogName, head: Head, onError: (error: unknown) => void): void {
    if (head.isBeingRenewed || ageOf(head) < this.maxAgeMs / 2) return;
    head.isBeingRenewed = true;
    this.read(log, head)
      .catch(onError)
      .finally(() => (head.isBeingRenewed = false));
  }

  /** Forgets a log, such as that of a deleted project. */
  forget(log: LogName): void {
    this.heads.delete(checkpointId(log));
  }
}

function ageOf({ readAt, readOn }: Head): number {
  return Math.max(performance.now() - readAt, Math.abs(Date.now() - readOn));
}
