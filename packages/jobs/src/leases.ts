/** Leases of names, for work that one process does at a time. */
import { randomUUID } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';
import { isDuplicateKey } from '@forgemesh/data';
import type { Claim, JobStore } from './job-store';

interface Lease {
  _id: string;
  holder: string;
  until: Date;
}

/** Leases of a database: a name has at most one holder at a time. */
export interface Leases {
  /**
   * Acquires or renews a lease for this process; false while another process holds it. All
   * processes acquire a name for the same time.
   */
  acquire(name: string, ms: number): Promise<boolean>;
  /** Releases a lease if this process holds it. */
  release(name: string): Promise<void>;
}

/** Creates the leases of a database. */
export function createLeases(connection: Connection): Leases {
  const holder = randomUUID();
  const model: Model<Lease> = connection.model<Lease>(
    'leases',
    new Schema<Lease>({ _id: String, holder: String, until: Date }, { versionKey: false, collection: 'leases' }),
  );
  return {
    async acquire(name, ms) {
      const now = Date.now();
      const [until, latest] = [new Date(now + ms), new Date(now + 2 * ms)];
      // One that ends too late was acquired before a clock was set back, perhaps by a dead process.
      const free = { _id: name, $or: [{ holder }, { until: { $lt: new Date(now) } }, { until: { $gt: latest } }] };
      try {
        await model.updateOne(free, { $set: { holder, until } }, { upsert: true });
        return true;
      } catch (error) {
        // The lease exists and is held by another process: the upsert tried to insert it again.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async release(name) {
      await model.deleteOne({ _id: name, holder });
    },
  };
}

/** How keys are claimed by leases. */
export interface KeyClaimsOptions<Key extends number | string> {
  leases: Leases;
  /** The name of the lease of a key. */
  nameOf(key: Key): string;
  /** Returns the keys that have due work. */
  findDue(limit: number, running: readonly Key[]): Promise<Key[]>;
}

/**
 * Claims of keys, for work that belongs together: the process that holds the lease of a key does
 * all that is due for it, in the order that the work needs (`firstOfEach`).
 */
export function createKeyClaims<Key extends number | string>({
  leases,
  nameOf,
  findDue,
}: KeyClaimsOptions<Key>): JobStore<Key, Key> {
  const release = (key: Key): Promise<void> => leases.release(nameOf(key));
  return {
    findDue,
    claim: async (key, { leaseMs }: Claim) => ((await leases.acquire(nameOf(key), leaseMs)) ? key : null),
    renew: (key, { leaseMs }) => leases.acquire(nameOf(key), leaseMs),
    giveBack: release,
    release,
  };
}
