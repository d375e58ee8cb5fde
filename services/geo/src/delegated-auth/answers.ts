/**
 * What the primary answered to the questions that requests raise. An answer is asked for anew after
 * a second, and counts for longer only while the primary cannot be reached.
 */
import { isForgeError, UnavailableError } from '@forgemesh/errors';

const FRESH_MS = 1_000;
const MAX_ENTRIES = 50_000;

interface Kept<T> {
  answer: Promise<T>;
  at: number;
}

/** Whether the primary is known not to answer. */
export interface LinkState {
  isCut(): boolean;
}

/** Answers of one kind, by question. */
export class Answers<T> {
  private readonly asked = new Map<string, Kept<T>>();
  private readonly known = new Map<string, { answer: T; at: number }>();

  constructor(
    private readonly link: LinkState,
    /** How long an answer counts while the primary is away. */
    private readonly keptMs: number,
  ) {}

  /**
   * The answer as of this second; while the primary is away the last one that is not too old.
   * Throws UnavailableError for none.
   */
  async get(question: string, ask: () => Promise<T>): Promise<T> {
    const kept = this.kept(question);
    if (kept !== undefined && this.link.isCut()) return kept;
    try {
      return await this.fresh(question, ask);
    } catch (error) {
      if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
      const last = this.kept(question);
      if (last === undefined) throw new UnavailableError('The primary node cannot be reached', { cause: error });
      return last;
    }
  }

  private fresh(question: string, ask: () => Promise<T>): Promise<T> {
    const now = Date.now();
    const asked = this.asked.get(question);
    if (asked && now - asked.at < FRESH_MS) return asked.answer;
    const answer = ask();
    put(this.asked, question, { answer, at: now });
    answer.then(
      (value) => put(this.known, question, { answer: value, at: now }),
      () => this.asked.delete(question),
    );
    return answer;
  }

  private kept(question: string): T | undefined {
    const known = this.known.get(question);
    return known && Date.now() - known.at < this.keptMs ? known.answer : undefined;
  }
}

/** The oldest makes room. */
function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > MAX_ENTRIES ? map.keys().next() : undefined;
  if (oldest && !oldest.done) map.delete(oldest.value);
}
