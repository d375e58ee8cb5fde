/**
 * Query cache: entries live for a second at most and are dropped by any write to the collections
 * that they come from. A write of another replica drops them before that replica answers its caller
 * (`write-notifications.ts`); nothing is cached while that cannot be relied on. A read that takes
 * longer than the life of its entry is shared while it goes on: the slower the database is, the
 * less must it be asked the same again.
 */
import type { Connection } from 'mongoose';
import { MAX_CACHE_AGE_MS, mayCacheReads, onWrite } from './write-notifications';

const MAX_ENTRIES = 10_000;

/** How much a cache keeps, and for how long. */
export interface QueryCacheOptions {
  /**
   * Life of an answer in milliseconds, from when its read began; a second at most, which is the
   * default.
   */
  lifeMs?: number;
  /** For so long a read is shared while it goes on; a second at most, which is the default. */
  underWayMs?: number;
  /** Answers that are kept. */
  maxEntries?: number;
}

interface Entry<Value> {
  answer: Promise<Value>;
  begun: number;
  isUnderWay: boolean;
}

/** Keeps answers that are read from some collections. */
export class QueryCache<Value, Key extends string | number = string> {
  private entries = new Map<Key, Entry<Value>>();
  private readonly lifeMs: number;
  private readonly underWayMs: number;
  private readonly maxEntries: number;

  constructor(
    private readonly connection: Connection,
    collections: readonly string[],
    { lifeMs = MAX_CACHE_AGE_MS, underWayMs = MAX_CACHE_AGE_MS, maxEntries = MAX_ENTRIES }: QueryCacheOptions = {},
  ) {
    this.lifeMs = Math.min(lifeMs, MAX_CACHE_AGE_MS);
    this.underWayMs = Math.min(Math.max(underWayMs, this.lifeMs), MAX_CACHE_AGE_MS);
    this.maxEntries = maxEntries;
    onWrite(connection, collections, () => this.clear());
  }

  /**
   * The answer for a key: as it was read within the last second and since the last write, else read
   * now. A failure is not kept.
   */
  get(key: Key, read: () => Promise<Value>): Promise<Value> {
    // A query is no promise: it would run again for whoever waits for it.
    return this.known(key) ?? this.keep(key, Promise.resolve(read()));
  }

  /**
   * The answers for several keys; those that are not known are read together. What the read leaves
   * out has no answer.
   */
  async getAll(
    keys: Iterable<Key>,
    read: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<Map<Key, Value>> {
    const known = new Map([...keys].map((key) => [key, this.known(key)]));
    const missing = [...known.keys()].filter((key) => !known.get(key));
    const found = missing.length > 0 ? read(missing) : undefined;
    const answers = [...known].map(async ([key, answer]) => {
      // A key that the read leaves out is kept, too: as undefined, which is never handed out.
      const later =
        answer ??
        this.keep(
          key,
          Promise.resolve(found).then((values) => values?.get(key) as Value),
        );
      return [key, await later] as const;
    });
    return new Map((await Promise.all(answers)).filter(([, value]) => value !== undefined));
  }

  /**
   * Keeps what is read for another reason, unless something is written meanwhile. Resolves with
   * what was read.
   */
  async prime(read: () => Promise<ReadonlyMap<Key, Value>>): Promise<ReadonlyMap<Key, Value>> {
    // As in `keep`: a write replaces the map, and so drops what is being learnt.
    const { entries } = this;
    const begun = performance.now();
    const values = await read();
    if (entries.size + values.size > this.maxEntries) entries.clear();
    for (const [key, value] of values) entries.set(key, { answer: Promise.resolve(value), begun, isUnderWay: false });
    return values;
  }

  /** Forgets every answer: another process has written. */
  clear(): void {
    this.entries = new Map();
  }

  private known(key: Key): Promise<Value> | undefined {
    const entry = this.entries.get(key);
    if (!entry || !mayCacheReads(this.connection)) return undefined;
    const lifeMs = entry.isUnderWay ? this.underWayMs : this.lifeMs;
    return performance.now() - entry.begun < lifeMs ? entry.answer : undefined;
  }

  private keep(key: Key, answer: Promise<Value>): Promise<Value> {
    if (this.entries.size >= this.maxEntries) this.entries = new Map();
    // A write that comes while this is read replaces the map, and so drops what is being read.
    const { entries } = this;
    const entry = { answer, begun: performance.now(), isUnderWay: true };
    entries.set(key, entry);
    answer.then(
      () => void (entry.isUnderWay = false),
      // A later read may have taken its place.
      () => void (entries.get(key) === entry && entries.delete(key)),
    );
    return answer;
  }
}
