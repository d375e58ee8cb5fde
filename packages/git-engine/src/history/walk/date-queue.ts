/**
 * A queue of commits, by id or by position in the commit graph: newest first, and first in, first
 * out for equal dates. A binary heap.
 */
interface Entry<Id> {
  id: Id;
  time: number;
  order: number;
}

export class DateQueue<Id extends string | number = string> {
  private readonly heap: Entry<Id>[] = [];
  private pushed = 0;

  get size(): number {
    return this.heap.length;
  }

  /** Time of the newest entry; -Infinity when empty. */
  get topTime(): number {
    return this.heap[0]?.time ?? -Infinity;
  }

  push(id: Id, time: number): void {
    const { heap } = this;
    const entry = { id, time, order: this.pushed++ };
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!comesBefore(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  pop(): Id | undefined {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || top === last) return top?.id;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && comesBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!comesBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top.id;
  }

  /** The ids in no particular order. */
  ids(): Id[] {
    return this.heap.map((entry) => entry.id);
  }
}

function comesBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.time === b.time ? a.order < b.order : a.time > b.time;
}
