import { TimedCache } from '@forgemesh/cache';
import type { AdminStoragesDeps, StorageSums, SumsByStorage } from './deps';

/** How long sums are used. Reading them takes time in proportion to the number of projects. */
const SUMS_TTL_MS = 15_000;

/** Creates an empty cache of the sums. */
export function createStorageSums(clock?: () => number): TimedCache<SumsByStorage> {
  return new TimedCache({ maxEntries: 1, ttlMsOf: () => SUMS_TTL_MS, ...(clock && { clock }) });
}

/**
 * The sums of the measured sizes of all projects by their storage, at most 15 seconds old. Callers
 * that come together share one reading.
 */
export function storageSumsOf(deps: Pick<AdminStoragesDeps, 'projects' | 'storageSums'>): Promise<SumsByStorage> {
  return deps.storageSums.get('all', () => readStorageSums(deps));
}

async function readStorageSums({ projects }: Pick<AdminStoragesDeps, 'projects'>): Promise<SumsByStorage> {
  const rows = await projects.model.aggregate<StorageSums & { _id: string }>([
    {
      $group: {
        _id: '$storage',
        projects_count: { $sum: 1 },
        repository_size: { $sum: '$statistics.repository_size' },
        wiki_size: { $sum: '$statistics.wiki_size' },
        lfs_objects_size: { $sum: '$statistics.lfs_objects_size' },
      },
    },
  ]);
  return new Map(rows.map(({ _id, ...sums }) => [_id, sums]));
}
