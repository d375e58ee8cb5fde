import type { AdminStoragesDeps } from './deps';

/** Sums over the projects of a storage; sizes in bytes. */
export interface StorageSums {
  projects_count: number;
  repository_size: number;
  wiki_size: number;
  lfs_objects_size: number;
}

/** Sums the measured sizes of all projects by their storage. */
export async function readStorageSums({
  projects,
}: Pick<AdminStoragesDeps, 'projects'>): Promise<ReadonlyMap<string, StorageSums>> {
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
