/** Replicas of a secondary: one document per project of the primary. */
import { Schema, type Connection, type Model } from 'mongoose';

/** Replicated repositories of a project. */
export const repositoryKinds = ['repository', 'wiki'] as const;
export type RepositoryKind = (typeof repositoryKinds)[number];

/** Replicated parts of a project: its repositories and its large files. */
export const replicaKinds = [...repositoryKinds, 'lfs'] as const;
export type ReplicaKind = (typeof replicaKinds)[number];

/** State of a replica. */
export interface ReplicaState {
  /** `pending`: changed since the last sync; `failed`: the last sync failed. */
  state: 'pending' | 'synced' | 'failed';
  /**
   * Incremented by each change on the primary, so that a sync that started before a change does not
   * count as one after it.
   */
  generation: number;
  /** Time of the next sync or verification. */
  due_at: Date;
  /** End of the lease of the process that syncs it; absent or null while none does. */
  leased_until?: Date | null;
  last_synced_at: Date | null;
  last_successful_sync_at: Date | null;
  retry_count: number;
  last_sync_failure: string | null;
  /** Checksum of the replica at the last verification. */
  checksum: string | null;
  verified: boolean;
  verification_failure: string | null;
  verification_retry_count: number;
  checksum_mismatch: boolean;
  /** Whether the replica has to be copied as a whole, because its objects may be damaged. */
  must_refetch?: boolean;
  /** Time of the next check of the objects of a repository; absent before its first sync. */
  check_due_at?: Date;
  /** Time of the last check of the objects of a repository; absent before the first one. */
  checked_at?: Date;
}

/** The replicas of a project; `_id` is the project id. */
export type RegistryDocument = Record<RepositoryKind, ReplicaState> & {
  _id: number;
  /** Absent in documents of earlier releases until the first sync. */
  lfs?: ReplicaState;
  /** Number of large files whose last download failed; absent before the first sync. */
  lfs_failed_count?: number;
  /**
   * When the project was found outside of the selection of this node; absent inside. It is not
   * synced, and its replicas are removed after a grace period.
   */
  excluded_at?: Date;
};

/** Filter of the projects that are in the selection of this node. */
export const selectedFilter = { excluded_at: { $exists: false } };

/**
 * Filter of replicas that are due and that no process syncs; `prefix` leads to their state within a
 * document.
 */
export function dueFilter(prefix: string, now = new Date()): Record<string, unknown> {
  const lease = `${prefix}leased_until`;
  return { [`${prefix}due_at`]: { $lte: now }, $or: [{ [lease]: null }, { [lease]: { $lte: now } }] };
}

/** State of a replica that was never synced. */
export function newReplicaState(): ReplicaState {
  return {
    state: 'pending',
    generation: 1,
    due_at: new Date(),
    last_synced_at: null,
    last_successful_sync_at: null,
    retry_count: 0,
    last_sync_failure: null,
    checksum: null,
    verified: false,
    verification_failure: null,
    verification_retry_count: 0,
    checksum_mismatch: false,
  };
}

/** Schema fields of a replica's state. */
export const replicaStateFields = {
  state: String,
  generation: Number,
  due_at: Date,
  leased_until: Date,
  last_synced_at: Date,
  last_successful_sync_at: Date,
  retry_count: Number,
  last_sync_failure: String,
  checksum: String,
  verified: Boolean,
  verification_failure: String,
  verification_retry_count: Number,
  checksum_mismatch: Boolean,
  must_refetch: Boolean,
  check_due_at: Date,
  checked_at: Date,
};

/** Creates the model. */
export function createRegistryModel(connection: Connection): Model<RegistryDocument> {
  const schema = new Schema<RegistryDocument>(
    {
      _id: Number,
      repository: replicaStateFields,
      wiki: replicaStateFields,
      lfs: replicaStateFields,
      lfs_failed_count: Number,
      excluded_at: Date,
    },
    { versionKey: false, collection: 'geo_registry', strict: 'throw' },
  );
  for (const kind of repositoryKinds) {
    schema.index({ [`${kind}.check_due_at`]: 1 });
    schema.index({ [`${kind}.checked_at`]: 1 }, { sparse: true });
  }
  for (const kind of replicaKinds) {
    schema.index({ [`${kind}.due_at`]: 1 });
    schema.index({ [`${kind}.state`]: 1, [`${kind}.last_successful_sync_at`]: 1 });
  }
  schema.index({ excluded_at: 1 }, { sparse: true });
  return connection.model<RegistryDocument>('geo_registry', schema);
}
