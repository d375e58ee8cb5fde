/** Takes copies that are due, as many at once as the node may, and brings them up to date. */
import { isForgeError } from '@forgemesh/kit';
import type { NodeDocument } from '../nodes/node.model';
import { copyKinds, type CopyKind, type RegistryDocument } from '../registry/registry.model';
import type { Geo } from '../service';
import { bringCopy, type Copy } from './bring-copy';

/** A copy in hand is not due for so long, which is renewed; after a crash it is taken again then. */
const HOLD_MS = 60_000;
const DEFAULT_CAPACITY = 25;
const BATCH = 100;

/** A copy that is being brought up to date. */
interface Held {
  id: number;
  kind: CopyKind;
  /** When it is due again for whoever finds it so. */
  until: Date;
  work: Promise<void>;
}

/** The copying of one process. */
export class Copier {
  private readonly inHand = new Map<string, Held>();
  private lastCapacity = DEFAULT_CAPACITY;
  private isClosed = false;
  private taking: Promise<void> | undefined;

  /** Takes what is due while there is room. What is taken goes on by itself, and more is taken when half of it is done. */
  takeDue(deps: Geo): Promise<void> {
    return (this.taking ??= this.fill(deps).finally(() => (this.taking = undefined)));
  }

  private async fill(deps: Geo): Promise<void> {
    for (const held of this.inHand.values()) await this.renew(deps, held);
    if (deps.link.isCut()) return;
    const capacity = (this.lastCapacity = await this.capacity(deps));
    for (const kind of copyKinds) {
      const room = capacity - this.inHand.size;
      if (room <= 0 || this.isClosed) return;
      const due = await deps.registry
        .find({ [`${kind}.due_at`]: { $lte: new Date() } }, undefined, {
          limit: Math.min(room + this.inHand.size, BATCH),
        })
        .lean<RegistryDocument[]>();
      for (const project of due) await this.take(deps, project, kind);
    }
  }

  private async capacity({ nodes, site }: Geo): Promise<number> {
    const own = (await nodes.model.find({ primary: false }).lean<NodeDocument[]>()).find((node) =>
      site.isCurrent(node),
    );
    return own?.repos_max_capacity ?? DEFAULT_CAPACITY;
  }

  private async take(deps: Geo, project: RegistryDocument, kind: CopyKind): Promise<void> {
    const { _id: id, [kind]: copy } = project;
    const key = `${kind}/${id}`;
    if (this.inHand.has(key)) return;
    const until = await this.postpone(deps, id, kind, copy.due_at);
    if (until === undefined) return;
    const work = this.bring(deps, { id, kind, before: copy }).finally(() => this.done(deps, key));
    this.inHand.set(key, { id, kind, until, work });
  }

  /** A change that came meanwhile has made it due: that stays. */
  private async renew(deps: Geo, held: Held): Promise<void> {
    if (held.until.getTime() - Date.now() > HOLD_MS / 2) return;
    held.until = (await this.postpone(deps, held.id, held.kind, held.until)) ?? held.until;
  }

  /** Makes a copy due later; undefined where it is not due then any more. */
  private async postpone({ registry }: Geo, id: number, kind: CopyKind, due: Date): Promise<Date | undefined> {
    const until = new Date(Date.now() + HOLD_MS);
    const { matchedCount } = await registry.updateOne(
      { _id: id, [`${kind}.due_at`]: due },
      { $set: { [`${kind}.due_at`]: until } },
    );
    return matchedCount === 0 ? undefined : until;
  }

  private done(deps: Geo, key: string): void {
    this.inHand.delete(key);
    if (this.inHand.size > this.lastCapacity / 2 || this.isClosed) return;
    void this.takeDue(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'copies not taken'));
  }

  /** Never throws. */
  private async bring(deps: Geo, copy: Copy): Promise<void> {
    const { id, kind } = copy;
    try {
      await bringCopy(deps, copy);
    } catch (error) {
      const isAway = isForgeError(error) && error.reason === 'unavailable';
      if (!isAway) deps.log.error({ err: error, project_id: id, kind }, 'copy not brought up to date');
      await this.release(deps, id, kind).catch((later: unknown) =>
        deps.log.error({ err: later, project_id: id, kind }, 'copy not released'),
      );
    }
  }

  /** What did not come about for no fault of the copy is due again. */
  private async release({ registry }: Geo, id: number, kind: CopyKind): Promise<void> {
    const soon = new Date(Date.now() + 1_000);
    await registry.updateOne({ _id: id }, { $min: { [`${kind}.due_at`]: soon } });
  }

  /** Takes nothing more and waits for what is in hand. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([...this.inHand.values()].map(({ work }) => work));
  }
}
