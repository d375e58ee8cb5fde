/**
 * What identity and projects answered about a caller and his rights, kept for half a second: a client that sends many requests is not asked
 * for at each of them.
 *
 * - Only what lets a caller pass is kept. Whoever is refused is refused by an answer of now.
 * - Equal questions at the same time are asked once.
 * - A request that may change an answer drops it, before it is sent on and before its own answer goes out (`known-rights.ts`): a client sees
 *   at once what he changed. Other gateways hear of it within milliseconds; what nobody tells of (the last day of a membership, a job) acts
 *   when the half second is over.
 * - An answer that was on its way while something was dropped is not kept.
 *
 * The services keep what they answer from for another half second at most, so nothing counts for longer than a second.
 */
import { LRUCache } from 'lru-cache';

const LIFE_MS = 500;
const MOST_ANSWERS = 10_000;

/** How answers are kept. */
export interface KeepingOptions<Answer> {
  /** Whether an answer lets the caller pass. */
  isKept: (answer: Answer) => boolean;
  /** Tells milliseconds. */
  clock?: { now(): number };
}

/** Answers by question. */
export class KeptAnswers<Answer extends object> {
  private readonly kept: LRUCache<string, Answer>;
  private readonly isKept: (answer: Answer) => boolean;
  private asked = new Map<string, Promise<Answer>>();

  constructor({ isKept, clock = performance }: KeepingOptions<Answer>) {
    this.isKept = isKept;
    this.kept = new LRUCache({ max: MOST_ANSWERS, ttl: LIFE_MS, perf: clock, ttlResolution: 0 });
  }

  /** What was answered lately. */
  known(question: string): Answer | undefined {
    return this.kept.get(question);
  }

  /** Asks, unless the same is being asked. */
  async ask(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const underWay = this.asked.get(question);
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
