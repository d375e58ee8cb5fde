import type { CopyCounts } from '@forgemesh/proto/geo/v1/node_report';
import type { Model } from 'mongoose';
import type { FileDocument } from '../files/file.model';
import type { CopyKind, RegistryDocument } from './registry.model';

/** Counts the copies of repositories of a kind. */
export function countCopies(registry: Model<RegistryDocument>, kind: CopyKind): Promise<CopyCounts> {
  return countBy((field, value) => registry.countDocuments({ [`${kind}.${field}`]: value }).exec());
}

/** Counts the copies of files. */
export async function countFiles(files: Model<FileDocument>): Promise<CopyCounts> {
  const [counts, missing_on_primary] = await Promise.all([
    countBy((field, value) => files.countDocuments({ [field]: value }).exec()),
    files.countDocuments({ is_missing_on_primary: true }),
  ]);
  return { ...counts, missing_on_primary };
}

/**
 * Repositories are never missing: what is damaged on the primary is told of by their verification.
 */
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
