/** The newest numbers of the logs that this process has read or written. */
import { LRUCache } from 'lru-cache';
import type { RepositoryKey } from '#storage';

/** Repositories whose numbers are remembered. */
const MAX_HEADS = 10_000;
/**
 * A number that was read longer ago is read again: the entries after it may have been deleted
 * since, so that its successor would be free once more.
 */
const MAX_AGE_MS = 3_600_000;

type Log = Pick<RepositoryKey, 'project_id' | 'kind'>;

/** Id of a repository's log. */
export function logId({ project_id, kind }: Log): string {
  return `${project_id}:${kind}`;
}

/** Remembers the head of each log; only the queue of the log uses it. */
export class LogHeads {
  private readonly heads = new LRUCache<string, { seq: number; at: number }>({ max: MAX_HEADS });

  /** The number that this process knows; undefined if it has to be read. */
  known(log: Log): number | undefined {
    const head = this.heads.get(logId(log));
    return head && Math.abs(Date.now() - head.at) < MAX_AGE_MS ? head.seq : undefined;
  }

  set(log: Log, seq: number): void {
    this.heads.set(logId(log), { seq, at: Date.now() });
  }

  /** Forgets a number that another process has passed, or that is unknown. */
  forget(log: Log): void {
    this.heads.delete(logId(log));
  }
}
