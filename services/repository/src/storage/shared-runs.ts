/**
 * Work that callers share. Nobody gets the result of work that began before they asked: those who
 * come while it runs share the next run.
 */

interface Slot {
  running: Promise<void>;
  next?: Promise<void>;
}

/** Runs of work, by key. */
export class SharedRuns {
  private readonly slots = new Map<string, Slot>();

  /** Resolves after a run of `work` that has begun after this call. */
  run(key: string, work: () => Promise<void>): Promise<void> {
    const slot = this.slots.get(key);
    if (!slot) return this.start(key, work);
    slot.next ??= slot.running.catch(() => undefined).then(() => this.start(key, work));
    return slot.next;
  }

  private start(key: string, work: () => Promise<void>): Promise<void> {
    const slot: Slot = { running: work() };
    this.slots.set(key, slot);
    const end = (): void => {
      if (!slot.next && this.slots.get(key) === slot) this.slots.delete(key);
    };
    slot.running.then(end, end);
    return slot.running;
  }
}
