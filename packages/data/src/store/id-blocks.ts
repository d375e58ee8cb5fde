/**
 * Ids drawn in blocks: a process that creates many documents draws one block for several of them.
 *
 * A block grows with the demand and expires soon, because ids of different processes should have
 * about the order of creation. Ids that nobody took by then stay unused.
 */

/** How long ids of a block are used, in milliseconds. */
const MAX_BLOCK_AGE_MS = 500;
const MAX_BLOCK_SIZE = 64;

/** Draws the first of `count` consecutive numbers of a sequence. */
export type DrawNumbers = (name: string, count: number) => Promise<number>;

/** The blocks of a process, by the name of their sequence. */
export class IdBlocks {
  private readonly blocks = new Map<string, IdBlock>();

  constructor(
    private readonly draw: DrawNumbers,
    /** Clock in milliseconds; monotonic by default. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes an id that no other caller gets, or the first of `count` consecutive ones. It is greater
   * than every id that was taken before the call.
   */
  take(name: string, count = 1): Promise<number> {
    const block = this.blocks.get(name) ?? new IdBlock((size) => this.draw(name, size), this.now);
    this.blocks.set(name, block);
    return count === 1 ? block.take() : block.takeMany(count);
  }
}

class IdBlock {
  private first = 0;
  private next = 0;
  private end = 0;
  private drawnAt = -Infinity;
  /** Ids below it are not used any more. */
  private floor = 0;
  private waiting = 0;
  private drawing: Promise<void> | undefined;

  constructor(
    private readonly draw: (count: number) => Promise<number>,
    private readonly now: () => number,
  ) {}

  async take(): Promise<number> {
    this.waiting++;
    try {
      while (!this.isUsable()) await (this.drawing ??= this.drawNext().finally(() => (this.drawing = undefined)));
      return this.next++;
    } finally {
      this.waiting--;
    }
  }

  /** Draws consecutive ids. What is left of the block is smaller, so nobody may get it. */
  async takeMany(count: number): Promise<number> {
    const first = await this.draw(count);
    this.floor = Math.max(this.floor, first);
    return first;
  }

  private isUsable(): boolean {
    return this.next < this.end && this.next >= this.floor && !this.isExpired();
  }

  private isExpired(): boolean {
    return this.now() - this.drawnAt >= MAX_BLOCK_AGE_MS;
  }

  private async drawNext(): Promise<void> {
    const used = this.next - this.first;
    // A block that was used up in time was too small.
    const wanted = this.isExpired() ? used : used * 2;
    const count = Math.max(this.waiting, Math.min(Math.max(wanted, 1), MAX_BLOCK_SIZE));
    this.first = await this.draw(count);
    this.next = this.first;
    this.end = this.first + count;
    this.drawnAt = this.now();
  }
}
