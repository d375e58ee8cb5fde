/** Presents the state of the packs in the object store to administrators. */
import type { PackStore, RepositoryCounts } from '@forgemesh/proto/repository/v1/pack_store';
import type { ResponseOf } from '@forgemesh/rpc';
import { sumAudits } from './audit-schedule';
import type { PackAuditDeps } from './deps';
import { listNeeding } from './named-packs';
import type { PackRecord } from './pack-record.model';

/** Damaged packs that are listed. */
const MAX_LISTED = 100;

/** Presents the results of the last audits, and the numbers of repositories. */
export async function presentPackStore(
  deps: PackAuditDeps,
  repositories: ResponseOf<RepositoryCounts>,
): Promise<ResponseOf<PackStore>> {
  const { packRecords, packNaming, packCollection } = deps;
  const [totals, damaged] = await Promise.all([
    sumAudits(deps),
    packRecords
      .find({ damage: { $exists: true } })
      .sort({ _id: 1 })
      .limit(MAX_LISTED)
      .lean<PackRecord[]>(),
  ]);
  const { stored, unnamed, removable, damaged: damaged_count, audited_at } = totals;
  return {
    healthy: damaged_count === 0 && damaged.length === 0,
    collection: packCollection,
    stored,
    unnamed,
    removable,
    damaged_count,
    damaged: await Promise.all(
      damaged.map(async ({ _id: sha256, size, damage = '' }) => ({
        sha256,
        size,
        damage,
        repositories: (await listNeeding(packNaming, sha256)).map(({ project_id, kind }) => ({
          project_id,
          repository: kind,
        })),
      })),
    ),
    audited_at: audited_at?.toISOString() ?? null,
    repositories,
  };
}
