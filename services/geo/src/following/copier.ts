/** Takes copies that are due, as many at once as the node may, and brings them up to date. */
import { isForgeError } from '@forgemesh/errors';
import type { NodeDocument } from '../nodes/node.model';
import type { CopyRunner, Geo } from '../deps';

/**
 * A copy in hand is not due for so long, which is renewed; after a crash it is taken again then.
 */
const HOLD_MS = 60_000;
const BATCH = 100;

/** A copy that is due. */
export interface DueCopy {
  /** Names it among all copies of this node. */
  key: string;
  dueAt: Date;
}

/** Copies of one sort, and how they are brought up to date. */
export interface Shelf<Copy extends DueCopy = DueCopy> {
  /** Those that are due. */
  due(deps: Geo, limit: number): Promise<Copy[]>;
  /** Makes a copy due at another time; false where it is not due at the first one any more. */
  postpone(deps: Geo, copy: Copy, from: Date, until: Date): Promise<boolean>;
  /** Makes a copy due at a time, or before. */
  hasten(deps: Geo, copy: Copy, at: Date): Promise<void>;
  /** Throws UnavailableError where the primary does not answer. */
  bring(deps: Geo, copy: Copy): Promise<void>;
}

/** How many copies a node brings up to date at once. */
export interface Capacity {
  setting: 'repos_max_capacity' | 'files_max_capacity';
  /** Until the node is known. */
  otherwise: number;
}

/** A copy that is being brought up to date. */
interface Held {
  shelf: Shelf;
  copy: DueCopy;
  /** When it is due again for whoever finds it so. */
  until: Date;
  work: Promise<void>;
}

/** The copying of one process. */
export class Copier implements CopyRunner {
  private readonly inHand = new Map<string, Held>();
  private lastCapacity: number;
  private isClosed = false;
  private taking: Promise<void> | undefined;

  constructor(
    private readonly shelves: readonly Shelf[],
    private readonly capacity: Capacity,
  ) {
    this.lastCapacity = capacity.otherwise;
  }

  /**
   * Takes what is due while there is room. What is taken goes on by itself, and more is taken when
   * half of it is done.
   */
  takeDue(deps: Geo): Promise<void> {
    return (this.taking ??= this.fill(deps).finally(() => (this.taking = undefined)));
  }

  private async fill(deps: Geo): Promise<void> {
    for (const held of this.inHand.values()) await this.renew(deps, held);
    if (deps.link.isCut()) return;
    const capacity = (this.lastCapacity = await this.capacityOf(deps));
    for (const shelf of this.shelves) {
      const room = capacity - this.inHand.size;
      if (room <= 0 || this.isClosed) return;
      const due = await shelf.due(deps, Math.min(room + this.inHand.size, BATCH));
      for (const copy of due) await this.take(deps, shelf, copy);
    }
  }

  private async capacityOf({ nodes, site }: Geo): Promise<number> {
    const own = (await nodes.model.find({ primary: false }).lean<NodeDocument[]>()).find((node) =>
      site.isCurrent(node),
    );
    return own?.[this.capacity.setting] ?? this.capacity.otherwise;
  }

  private async take(deps: Geo, shelf: Shelf, copy: DueCopy): Promise<void> {
    if (this.inHand.has(copy.key)) return;
    const until = await postpone(deps, shelf, copy, copy.dueAt);
    if (until === undefined) return;
    const work = this.bring(deps, shelf, copy).finally(() => this.done(deps, copy.key));
    this.inHand.set(copy.key, { shelf, copy, until, work });
  }

  /** A change that came meanwhile has made it due: that stays. */
  private async renew(deps: Geo, held: Held): Promise<void> {
    if (held.until.getTime() - Date.now() > HOLD_MS / 2) return;
    held.until = (await postpone(deps, held.shelf, held.copy, held.until)) ?? held.until;
  }

  private done(deps: Geo, key: string): void {
    this.inHand.delete(key);
    if (this.inHand.size > this.lastCapacity / 2 || this.isClosed) return;
    void this.takeDue(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'copies not taken'));
  }

  /** Never throws. What did not come about for no fault of the copy is due again. */
  private async bring(deps: Geo, shelf: Shelf, copy: DueCopy): Promise<void> {
    const { key } = copy;
    try {
      await shelf.bring(deps, copy);
    } catch (error) {
      const isAway = isForgeError(error) && error.reason === 'unavailable';
      if (!isAway) deps.log.error({ err: error, copy: key }, 'copy not brought up to date');
      await shelf
        .hasten(deps, copy, new Date(Date.now() + 1_000))
        .catch((later: unknown) => deps.log.error({ err: later, copy: key }, 'copy not released'));
    }
  }

  /** Takes nothing more and waits for what is in hand. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([...this.inHand.values()].map(({ work }) => work));
  }
}

/** When a copy is due that is in hand from now on; undefined where it is not due any more. */
async function postpone(deps: Geo, shelf: Shelf, copy: DueCopy, from: Date): Promise<Date | undefined> {
  const until = new Date(Date.now() + HOLD_MS);
  return (await shelf.postpone(deps, copy, from, until)) ? until : undefined;
}
