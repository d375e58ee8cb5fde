/**
 * Answers that are asked again and again within a moment: kept for a second at most, and dropped by any write of this process to the
 * collections that they come from. So one process never sees an old answer after its own write, and another replica for a second.
 */
import type { Connection } from 'mongoose';
import { watchWrites } from './mongo';

/** Longest life of an answer, in milliseconds. */
const LIFE_MS = 1_000;
const MAX_ENTRIES = 10_000;

interface Entry<Value> {
  answer: Promise<Value>;
  until: number;
}

/** Keeps answers that are read from some collections. */
export class ReadCache<Value> {
  private entries = new Map<string, Entry<Value>>();

  constructor(connection: Connection, collections: readonly string[]) {
    watchWrites(connection, (collection) => {
      if (collections.includes(collection)) this.entries = new Map();
    });
  }

  /** The answer for a key: as it was read within the last second and since the last write, else read now. A failure is not kept. */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.entries.get(key);
    if (known && known.until > Date.now()) return known.answer;
    if (this.entries.size >= MAX_ENTRIES) this.entries = new Map();
    // A write that comes while this is read replaces the map, and so drops what is being read.
    const entries = this.entries;
    const answer = read();
    entries.set(key, { answer, until: Date.now() + LIFE_MS });
    answer.catch(() => entries.delete(key));
    return answer;
  }
}
