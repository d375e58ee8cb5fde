/** What failed for an item. */
export interface Failure<Item> {
  item: Item;
  error: unknown;
}

/** How many requests of one change run at the same time. */
const CONCURRENCY = 4;

/**
 * Runs a change for each item, several at a time, and goes on when one fails. `onProgress` gets the
 * number of items that are finished. Returns the failures in the order of the items.
 */
export async function runForEach<Item>(
  items: readonly Item[],
  change: (item: Item) => Promise<unknown>,
  onProgress: (finished: number) => void = () => undefined,
): Promise<Failure<Item>[]> {
  const failures = new Map<Item, unknown>();
  // All workers take from the same entries.
  const entries = items.values();
  let finished = 0;
  const work = async (): Promise<void> => {
    for (const item of entries) {
      try {
        await change(item);
      } catch (error) {
        failures.set(item, error);
      }
      onProgress(++finished);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return items.filter((item) => failures.has(item)).map((item) => ({ item, error: failures.get(item) }));
}
