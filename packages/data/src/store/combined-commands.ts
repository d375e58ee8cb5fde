/**
 * Combines database commands: what is requested while a command runs is sent together after it. A
 * request that meets no other is sent at once, so combining delays nobody, and the busier the
 * database, the fewer commands it receives.
 */

/** Sends items, in one command if possible. Resolves with the outcome of each, in their order. */
export type SendAll<Item, Result> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;

interface Pending<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Maximum number of items of a command, so that none takes long. */
const MAX_ITEMS = 100;

/** Combines the commands of one kind: reads or writes. */
export class CombinedCommands<Item, Result = void> {
  private pending: Pending<Item, Result>[] = [];
  private isRunning = false;

  constructor(private readonly sendAll: SendAll<Item, Result>) {}

  /** Sends an item, alone or together with others. */
  request(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending.push({ item, resolve, reject });
      if (!this.isRunning) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.pending.length > 0) {
      const batch = this.pending.splice(0, MAX_ITEMS);
      await this.sendBatch(batch);
    }
    this.isRunning = false;
  }

  private async sendBatch(batch: readonly Pending<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.sendAll(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason ?? new Error('a command without an outcome'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
