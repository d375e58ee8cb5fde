import type { CopyCounts } from '@forgemesh/proto/geo/v1/node_report';
import type { Model } from 'mongoose';
import type { FileDocument } from '#replication/files';
import { type RegistryDocument, type RepositoryKind, selectedFilter } from '#replication/registry';

/** Counts the repository replicas of a kind by state. */
export function countReplicas(registry: Model<RegistryDocument>, kind: RepositoryKind): Promise<CopyCounts> {
  return countBy((field, value) => registry.countDocuments({ [`${kind}.${field}`]: value, ...selectedFilter }).exec());
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
export async function countFileReplicas(files: Model<FileDocument>): Promise<CopyCounts> {
  const [counts, missing_on_primary] = await Promise.all([
    countBy((field, value) => files.countDocuments({ [field]: value }).exec()),
    files.countDocuments({ is_missing_on_primary: true }),
  ]);
  return { ...counts, missing_on_primary };
}

/** `missing_on_primary` is 0 for repositories: damaged originals count as failed verifications. */
async function countBy(count: (field: string, value: unknown) => Promise<number>): Promise<CopyCounts> {
  const [synced, failed, verified, verification_failed, checksum_mismatch, retrying_verification] = await Promise.all([
    count('state', 'synced'),
    count('state', 'failed'),
    count('verified', true),
    count('verification_failure', { $ne: null }),
    count('checksum_mismatch', true),
    count('verification_retry_count', { $gt: 0 }),
  ]);
  const missing_on_primary = 0;
  return {
    synced,
    failed,
    verified,
    verification_failed,
    checksum_mismatch,
    retrying_verification,
    missing_on_primary,
  };
}
