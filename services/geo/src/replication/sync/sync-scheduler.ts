/** Starts the sync of replicas that are due, up to the node's capacity. */
import { isForgeError } from '@forgemesh/errors';
import { findOwnNode } from '#nodes';
import type { SyncDeps } from './deps';

/**
 * Lease of a running sync; it is renewed while the sync runs. After a crash the replica is due
 * again when the lease expires.
 */
const LEASE_MS = 60_000;
/** Replicas that are looked at to start one: several processes find the same ones. */
const FOUND_PER_START = 2;
const BATCH = 100;

/** A replica that is due. */
export interface DueReplica {
  /** Unique among all replicas of this node. */
  key: string;
  dueAt: Date;
}

/** Access to the replicas of one kind. */
export interface ReplicaStore<Replica extends DueReplica = DueReplica> {
  /** Finds replicas that are due and that no process syncs. */
  findDue(deps: SyncDeps, limit: number): Promise<Replica[]>;
  /**
   * Takes the lease of a replica until `until`, or renews it if `held` is the end of the lease that
   * the caller has. False if another process has it, or has synced the replica.
   */
  lease(deps: SyncDeps, replica: Replica, until: Date, held?: Date): Promise<boolean>;
  /**
   * Ends the lease of a replica whose sync had no result. It is due at `at`, or earlier if it has
   * changed.
   */
  release(deps: SyncDeps, replica: Replica, at: Date): Promise<void>;
  /**
   * Syncs a replica and ends its lease. Throws UnavailableError if the primary is unreachable;
   * then the lease stays.
   */
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
    private readonly leaseMs = LEASE_MS,
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
      const due = await store.findDue(deps, Math.min(room * FOUND_PER_START, BATCH));
      for (const replica of shuffled(due)) {
        if (this.running.size >= capacity || this.isClosed) return;
        await this.start(deps, store, replica);
      }
    }
  }

  private async loadCapacity({ nodes, site }: SyncDeps): Promise<number> {
    const own = await findOwnNode({ nodes, site });
    return own?.[this.capacity.setting] ?? this.capacity.fallback;
  }

  private async start(deps: SyncDeps, store: ReplicaStore, replica: DueReplica): Promise<void> {
    if (this.running.has(replica.key)) return;
    const until = this.leaseEnd();
    if (!(await store.lease(deps, replica, until))) return;
    const work = this.sync(deps, store, replica).finally(() => this.onDone(deps, replica.key));
    this.running.set(replica.key, { store, replica, until, work });
  }

  /** A sync that has lost its lease goes on: it does no harm beside that of another process. */
  private async renew(deps: SyncDeps, sync: RunningSync): Promise<void> {
    if (sync.until.getTime() - Date.now() > this.leaseMs / 2) return;
    const until = this.leaseEnd();
    if (await sync.store.lease(deps, sync.replica, until, sync.until)) sync.until = until;
  }

  private leaseEnd(): Date {
    return new Date(Date.now() + this.leaseMs);
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
        .release(deps, replica, new Date(Date.now() + 1_000))
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
