import type { CopyCounts } from '@forgemesh/proto/geo/v1/node_report';
import type { Model } from 'mongoose';
import type { CopyKind, RegistryDocument } from './registry.model';

/** Counts the copies of a kind. */
export async function countCopies(registry: Model<RegistryDocument>, kind: CopyKind): Promise<CopyCounts> {
  const count = (field: string, value: unknown): Promise<number> =>
    registry.countDocuments({ [`${kind}.${field}`]: value }).exec();
  const [synced, failed, verified, verification_failed, checksum_mismatch, retrying_verification] = await Promise.all([
    count('state', 'synced'),
    count('state', 'failed'),
    count('verified', true),
    count('verification_failure', { $ne: null }),
    count('checksum_mismatch', true),
    count('verification_retry_count', { $gt: 0 }),
  ]);
  return { synced, failed, verified, verification_failed, checksum_mismatch, retrying_verification };
}
