import type { CopyCounts } from '@forgemesh/proto/geo/v1/node_report';
import type { Model } from 'mongoose';
import type { FileDocument } from '#replication/files';
import { type RegistryDocument, type RepositoryKind, selectedFilter } from '#replication/registry';

/** Replicas in the same state; `_id` has what they have in common. */
interface StateGroup {
  _id: {
    state?: string;
    verified?: boolean;
    verification_failure?: string | null;
    verification_retry_count?: number;
    checksum_mismatch?: boolean;
    is_missing_on_primary?: boolean;
  };
  count: number;
}

const countedFields = [
  'state',
  'verified',
  'verification_failure',
  'verification_retry_count',
  'checksum_mismatch',
  'is_missing_on_primary',
] as const satisfies readonly (keyof StateGroup['_id'])[];

/** Counts the repository replicas of a kind by state. */
export async function countReplicas(registry: Model<RegistryDocument>, kind: RepositoryKind): Promise<CopyCounts> {
  const isChecked = { [`${kind}.checked_at`]: { $exists: true }, ...selectedFilter };
  const isSynced = { [`${kind}.state`]: 'synced', ...selectedFilter };
  const byComparison = { sort: { [`${kind}.last_successful_sync_at`]: 1 } } as const;
  const byCheck = { sort: { [`${kind}.checked_at`]: -1 } } as const;
  const [counts, checked, oldest, newest] = await Promise.all([
    countStates(registry, `${kind}.`, selectedFilter),
    registry.countDocuments(isChecked),
    registry.findOne(isSynced, { [kind]: 1 }, byComparison).lean<RegistryDocument>(),
    registry.findOne(isChecked, { [kind]: 1 }, byCheck).lean<RegistryDocument>(),
  ]);
  return {
    ...counts,
    checked,
    compared_since: oldest?.[kind].last_successful_sync_at?.toISOString(),
    last_checked_at: newest?.[kind].checked_at?.toISOString(),
  };
}

/** Counts the large files of projects whose last sync could not copy them all. */
export async function countFailedLfsObjects(registry: Model<RegistryDocument>): Promise<number> {
  const [sum] = await registry.aggregate<{ failed: number }>([
    { $match: { 'lfs.state': 'failed', ...selectedFilter } },
    { $group: { _id: null, failed: { $sum: '$lfs_failed_count' } } },
  ]);
  return sum?.failed ?? 0;
}

/** Counts the file replicas by state. */
export function countFileReplicas(files: Model<FileDocument>): Promise<CopyCounts> {
  return countStates(files, '', {});
}

/**
 * Counts replicas in one pass over all of them; `prefix` leads to their state within a document.
 * What only repositories have is absent.
 */
async function countStates(
  model: Pick<Model<unknown>, 'aggregate'>,
  prefix: string,
  filter: Record<string, unknown>,
): Promise<CopyCounts> {
  const state = Object.fromEntries(countedFields.map((name) => [name, `$${prefix}${name}`]));
  const groups = await model.aggregate<StateGroup>([
    { $match: filter },
    { $group: { _id: state, count: { $sum: 1 } } },
  ]);
  const countIf = (matches: (group: StateGroup['_id']) => boolean): number =>
    groups.reduce((sum, { _id, count }) => sum + (matches(_id) ? count : 0), 0);
  return {
    synced: countIf((group) => group.state === 'synced'),
    failed: countIf((group) => group.state === 'failed'),
    queued: countIf((group) => group.state === 'pending'),
    verified: countIf((group) => group.verified === true),
    verification_failed: countIf((group) => (group.verification_failure ?? null) !== null),
    checksum_mismatch: countIf((group) => group.checksum_mismatch === true),
    retrying_verification: countIf((group) => (group.verification_retry_count ?? 0) > 0),
    missing_on_primary: countIf((group) => group.is_missing_on_primary === true),
    checked: undefined,
    compared_since: undefined,
    last_checked_at: undefined,
  };
}
