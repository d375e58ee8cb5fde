/**
 * Combines writes: those requested while one runs are written together after it. A write that meets
 * no other starts at once, so combining delays nobody, and the busier the database, the fewer
 * commands it receives.
 */

/** Writes items, in one command if possible. Resolves with the outcome of each, in their order. */
export type WriteAll<Item, Result> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;

interface Pending<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Maximum number of items of a command, so that none takes long. */
const MAX_ITEMS = 100;

/** Combines the writes of one kind. */
export class CombinedWrites<Item, Result = void> {
  private pending: Pending<Item, Result>[] = [];
  private isRunning = false;

  constructor(private readonly writeAll: WriteAll<Item, Result>) {}

  /** Writes an item, alone or together with others. */
  write(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending.push({ item, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.pending.length > 0) {
      const batch = this.pending.splice(0, MAX_ITEMS);
      await this.writeBatch(batch);
    }
    this.isRunning = false;
  }

  private async writeBatch(batch: readonly Pending<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.writeAll(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason ?? new Error('a write without an outcome'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
