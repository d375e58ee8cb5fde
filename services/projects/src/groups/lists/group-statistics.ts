import type { EntityStore } from '@forgemesh/data';
import type { GroupStatistics } from '@forgemesh/proto/projects/v1/group';
import type { ProjectDocument } from '#projects/model';

const sizes = ['repository_size', 'wiki_size', 'lfs_objects_size'] as const;
type Sums = Record<(typeof sizes)[number], number>;

/** Sums the sizes of the projects directly in groups. */
export async function readGroupStatistics(
  { projects }: { projects: EntityStore<ProjectDocument> },
  groupIds: readonly number[],
): Promise<(groupId: number) => GroupStatistics> {
  const rows = await projects.model.aggregate<Sums & { _id: number }>([
    { $match: { namespace_id: { $in: [...groupIds] } } },
    {
      $group: {
        _id: '$namespace_id',
        ...Object.fromEntries(sizes.map((name) => [name, { $sum: `$statistics.${name}` }])),
      },
    },
  ]);
  const byGroup = new Map(rows.map((row) => [row._id, row]));
  return (groupId) => {
    const { repository_size = 0, wiki_size = 0, lfs_objects_size = 0 } = byGroup.get(groupId) ?? {};
    return {
      storage_size: repository_size + wiki_size + lfs_objects_size,
      repository_size,
      wiki_size,
      lfs_objects_size,
      job_artifacts_size: 0,
    };
  };
}
