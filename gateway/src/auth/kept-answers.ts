/**
 * Cache of the answers of identity and projects about a caller and their rights, for half a second: a client that sends many requests does
 * not cost two calls for each of them.
 *
 * - Only answers that let a caller pass are cached. A refusal is computed for each request.
 * - Equal calls at the same time are made once.
 * - A request that may change an answer drops it, in every gateway, before it is answered itself (`known-rights.ts`). What no request changes
 *   (the last day of a membership, a job) acts when the half second is over.
 * - An answer that was on its way while something was dropped is not cached.
 */
import { MAX_ACCESS_AGE_MS } from '@forgemesh/cache';
import { LRUCache } from 'lru-cache';

const MAX_ENTRIES = 10_000;

/** How answers are kept. */
export interface KeepingOptions<Answer> {
  /** Whether an answer lets the caller pass. */
  isKept: (answer: Answer) => boolean;
  /** Whether this gateway hears of every change in time; always by default. */
  mayCache?: () => boolean;
  /** Tells milliseconds. */
  clock?: { now(): number };
}

/** Answers by question. */
export class KeptAnswers<Answer extends object> {
  private readonly kept: LRUCache<string, Answer>;
  private readonly isKept: (answer: Answer) => boolean;
  private readonly mayCache: () => boolean;
  private asked = new Map<string, Promise<Answer>>();

  constructor({ isKept, mayCache = () => true, clock = performance }: KeepingOptions<Answer>) {
    this.isKept = isKept;
    this.mayCache = mayCache;
    this.kept = new LRUCache({ max: MAX_ENTRIES, ttl: MAX_ACCESS_AGE_MS, perf: clock, ttlResolution: 0 });
  }

  /** What was answered lately. */
  known(question: string): Answer | undefined {
    return this.mayCache() ? this.kept.get(question) : undefined;
  }

  /** Asks, unless the same is being asked. */
  async ask(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const underWay = this.mayCache() ? this.asked.get(question) : undefined;
    if (underWay) {
      const answer = await underWay.catch(() => undefined);
      // A refusal is for the one who asked: it may be older than this request.
      return answer !== undefined && this.isKept(answer) ? answer : ask();
    }
    // What is dropped meanwhile takes this map along, and so is known here.
    const { asked } = this;
    const answer = ask();
    asked.set(question, answer);
    try {
      const found = await answer;
      if (asked === this.asked && this.isKept(found)) this.kept.set(question, found);
      return found;
    } finally {
      asked.delete(question);
    }
  }

  /** Drops the answers that are concerned, by default all. */
  drop(isConcerned?: (answer: Answer) => boolean): void {
    this.asked = new Map();
    if (!isConcerned) return this.kept.clear();
    for (const [question, answer] of [...this.kept.entries()]) if (isConcerned(answer)) this.kept.delete(question);
  }
}
