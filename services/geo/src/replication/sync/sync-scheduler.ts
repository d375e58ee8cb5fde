/** Starts the sync of replicas that are due, up to the node's capacity. */
import { isForgeError } from '@forgemesh/errors';
import { findOwnNode } from '#nodes';
import type { SyncDeps } from './deps';

/**
 * Lease of a running sync; it is renewed while the sync runs. After a crash the replica is due
 * again when the lease expires.
 */
const LEASE_MS = 60_000;
const BATCH = 100;

/** A replica that is due. */
export interface DueReplica {
  /** Unique among all replicas of this node. */
  key: string;
  dueAt: Date;
}

/** Access to the replicas of one kind. */
export interface ReplicaStore<Replica extends DueReplica = DueReplica> {
  /** Finds replicas that are due. */
  findDue(deps: SyncDeps, limit: number): Promise<Replica[]>;
  /** Moves the due time from `from` to `until`; false if the due time is no longer `from`. */
  postpone(deps: SyncDeps, replica: Replica, from: Date, until: Date): Promise<boolean>;
  /** Makes a replica due at `at`, unless it is due earlier. */
  makeDue(deps: SyncDeps, replica: Replica, at: Date): Promise<void>;
  /** Syncs a replica. Throws UnavailableError if the primary is unreachable. */
  sync(deps: SyncDeps, replica: Replica): Promise<void>;
}

/** Maximum number of concurrent syncs of a node. */
export interface Capacity {
  setting: 'repos_max_capacity' | 'files_max_capacity';
  /** Capacity while this node is not in the list of nodes. */
  fallback: number;
}

interface RunningSync {
  store: ReplicaStore;
  replica: DueReplica;
  /** End of the lease. */
  until: Date;
  work: Promise<void>;
}

/** Runs the syncs of one process. */
export class SyncScheduler {
  private readonly running = new Map<string, RunningSync>();
  private lastCapacity: number;
  private isClosed = false;
  private starting: Promise<void> | undefined;

  constructor(
    private readonly stores: readonly ReplicaStore[],
    private readonly capacity: Capacity,
  ) {
    this.lastCapacity = capacity.fallback;
  }

  /**
   * Starts syncs that are due while there is capacity, without waiting for them to finish. More are
   * started when half of the running ones have finished.
   */
  startDue(deps: SyncDeps): Promise<void> {
    return (this.starting ??= this.fill(deps).finally(() => (this.starting = undefined)));
  }

  private async fill(deps: SyncDeps): Promise<void> {
    for (const sync of this.running.values()) await this.renew(deps, sync);
    if (deps.link.isDown()) return;
    const capacity = (this.lastCapacity = await this.loadCapacity(deps));
    for (const store of this.stores) {
      const room = capacity - this.running.size;
      if (room <= 0 || this.isClosed) return;
      const due = await store.findDue(deps, Math.min(room + this.running.size, BATCH));
      // Several processes find the same replicas.
      for (const replica of shuffled(due)) await this.start(deps, store, replica);
    }
  }

  private async loadCapacity({ nodes, site }: SyncDeps): Promise<number> {
    const own = await findOwnNode({ nodes, site });
    return own?.[this.capacity.setting] ?? this.capacity.fallback;
  }

  private async start(deps: SyncDeps, store: ReplicaStore, replica: DueReplica): Promise<void> {
    if (this.running.has(replica.key)) return;
    const until = await acquireLease(deps, store, replica, replica.dueAt);
    if (until === undefined) return;
    const work = this.sync(deps, store, replica).finally(() => this.onDone(deps, replica.key));
    this.running.set(replica.key, { store, replica, until, work });
  }

  /** A change during the sync has made the replica due earlier; that due time is kept. */
  private async renew(deps: SyncDeps, sync: RunningSync): Promise<void> {
    if (sync.until.getTime() - Date.now() > LEASE_MS / 2) return;
    sync.until = (await acquireLease(deps, sync.store, sync.replica, sync.until)) ?? sync.until;
  }

  private onDone(deps: SyncDeps, key: string): void {
    this.running.delete(key);
    if (this.running.size > this.lastCapacity / 2 || this.isClosed) return;
    void this.startDue(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'syncs not started'));
  }

  /** Never throws. A sync that failed for reasons outside the replica is retried after a second. */
  private async sync(deps: SyncDeps, store: ReplicaStore, replica: DueReplica): Promise<void> {
    const { key } = replica;
    try {
      await store.sync(deps, replica);
    } catch (error) {
      const isPrimaryDown = isForgeError(error) && error.reason === 'unavailable';
      if (!isPrimaryDown) deps.log.error({ err: error, replica: key }, 'sync failed');
      await store
        .makeDue(deps, replica, new Date(Date.now() + 1_000))
        .catch((later: unknown) => deps.log.error({ err: later, replica: key }, 'lease of the sync not released'));
    }
  }

  /** Starts no more syncs and waits for the running ones. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([...this.running.values()].map(({ work }) => work));
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Acquires or renews the lease of a replica; undefined if its due time has changed. */
async function acquireLease(
  deps: SyncDeps,
  store: ReplicaStore,
  replica: DueReplica,
  from: Date,
): Promise<Date | undefined> {
  const until = new Date(Date.now() + LEASE_MS);
  return (await store.postpone(deps, replica, from, until)) ? until : undefined;
}
