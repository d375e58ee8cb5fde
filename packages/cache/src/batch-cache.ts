/**
 * Loads values that another service owns in batches and caches them for a moment, so that a page of a list costs one call and most pages
 * none. `AccessCaches` creates them and clears them before any change of what they hold is acknowledged.
 */
const MAX_ENTRIES = 10_000;

/** How long values are cached. */
export interface BatchCacheOptions {
  /** Longest life of a value, in milliseconds. */
  maxAgeMs: number;
  /** Whether this process hears of every change in time; always by default. */
  mayCache?: () => boolean;
}

interface Entry<Value> {
  value: Promise<Value | undefined>;
  until: number;
}

/** Values by key. Several questions for the same key at once become one. */
export class BatchCache<Key, Value> {
  private readonly entries = new Map<Key, Entry<Value>>();

  /** `fetch` answers with the values that exist. */
  constructor(
    private readonly fetch: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
    private readonly options: BatchCacheOptions,
  ) {}

  /** The values of some keys; what does not exist is not in it. */
  async find(keys: Iterable<Key>): Promise<Map<Key, Value>> {
    const wanted = [...new Set(keys)];
    if (this.options.mayCache?.() === false) this.clear();
    const now = performance.now();
    const missing = wanted.filter((key) => (this.entries.get(key)?.until ?? 0) <= now);
    if (missing.length > 0) this.ask(missing, now);
    // Taken before anything is awaited: entries may be dropped meanwhile.
    const answers = wanted.map((key) => [key, this.entries.get(key)?.value] as const);
    const found = new Map<Key, Value>();
    for (const [key, answer] of answers) {
      const value = await answer;
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  /** The value of one key. */
  async get(key: Key): Promise<Value | undefined> {
    return (await this.find([key])).get(key);
  }

  /** Drops every value, and those that are being loaded. */
  clear(): void {
    this.entries.clear();
  }

  private ask(keys: Key[], now: number): void {
    if (this.entries.size + keys.length > MAX_ENTRIES) this.entries.clear();
    const answer = this.fetch(keys);
    for (const key of keys) {
      const entry = { value: answer.then((values) => values.get(key)), until: now + this.options.maxAgeMs };
      this.entries.set(key, entry);
      entry.value.catch(() => {
        // A failure is not kept, and is told to whoever waits for it.
        if (this.entries.get(key) === entry) this.entries.delete(key);
      });
    }
  }
}
