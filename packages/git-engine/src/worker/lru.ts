/** A small least-recently-used map, bounded by the sum of its entries' weights. */
export class Lru<V> {
  private readonly entries = new Map<string, { value: V; weight: number }>();
  private total = 0;

  /** `capacity` is the largest sum of weights; without `weigh` each entry weighs 1. */
  constructor(
    private readonly capacity: number,
    private readonly weigh: (value: V) => number = () => 1,
  ) {}

  /** Sum of the weights held. */
  get weight(): number {
    return this.total;
  }

  get size(): number {
    return this.entries.size;
  }

  /** The value of a key, which becomes the youngest, or undefined. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Looks without touching the order: for long scans, where the order does not matter. */
  peek(key: string): V | undefined {
    return this.entries.get(key)?.value;
  }

  /** Puts a value and drops the oldest ones over capacity. A value heavier than the capacity is not kept. */
  set(key: string, value: V): void {
    this.delete(key);
    const weight = this.weigh(value);
    if (weight > this.capacity) return;
    this.entries.set(key, { value, weight });
    this.total += weight;
    for (const [oldest] of this.entries) {
      if (this.total <= this.capacity) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.total -= entry.weight;
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }

  keys(): IterableIterator<string> {
    return this.entries.keys();
  }
}
