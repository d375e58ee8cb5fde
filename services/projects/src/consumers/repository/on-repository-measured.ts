import type { EventConsumer, EventEntity } from '@forgemesh/events';
import { retryWriteConflicts, type EntityStore } from '@forgemesh/data';
import type { ProjectMeasurements, ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnRepositoryMeasuredDeps {
  projects: EntityStore<ProjectDocument>;
}

type Measurement = EventEntity<'repository.repository.measured'>;

const nothing = { commit_count: 0, repository_size: 0, wiki_size: 0, lfs_objects_size: 0 };
/** The values that a measurement of each repository has. */
const projectSizes = ['commit_count', 'repository_size', 'lfs_objects_size'] as const;
const wikiSizes = ['wiki_size'] as const;

/** Stores the measured sizes of a project's repositories. The newest measurement wins. */
export const onRepositoryMeasured: EventConsumer<'repository.repository.measured', OnRepositoryMeasuredDeps> = {
  name: 'projects-measurements',
  events: ['repository.repository.measured'],
  from: 'all',
  async handle({ data }, { projects }) {
    const measurement = data.entity;
    if (await updateMeasured(projects, measurement, data.version)) return;
    await projects.mutate(measurement.project_id, ({ statistics, measured_versions: versions }) => {
      if ((versions?.[measurement.repository] ?? 0) >= data.version) return null;
      const measured_versions = { ...versions, [measurement.repository]: data.version };
      return { set: { ...measuresOf(measurement, statistics), measured_versions } };
    });
  },
};

/**
 * Updates a project that has been measured before, as nearly all have, without reading it. Returns
 * false if it has not been, or its measurement is newer.
 */
async function updateMeasured(
  { model }: EntityStore<ProjectDocument>,
  measurement: Measurement,
  version: number,
): Promise<boolean> {
  const { repository } = measurement;
  const { statistics, ...checked } = measuresOf(measurement, undefined);
  const measured = repository === 'wiki' ? wikiSizes : projectSizes;
  const sizes = measured.map((name) => [`statistics.${name}`, statistics?.[name]]);
  const versionOf = `measured_versions.${repository}`;
  const { matchedCount } = await retryWriteConflicts(() =>
    model.updateOne(
      { _id: measurement.project_id, statistics: { $exists: true }, [versionOf]: { $lt: version } },
      { $set: { ...Object.fromEntries(sizes), ...checked, [versionOf]: version }, $inc: { version: 1 } },
    ),
  );
  return matchedCount > 0;
}

function measuresOf(
  { repository, size, commit_count, checksum_failed, lfs_objects_size }: Measurement,
  statistics: ProjectMeasurements['statistics'],
): ProjectMeasurements {
  return repository === 'wiki'
    ? { statistics: { ...nothing, ...statistics, wiki_size: size }, wiki_checksum_failed: checksum_failed }
    : {
        statistics: {
          ...nothing,
          ...statistics,
          commit_count,
          repository_size: size,
          lfs_objects_size: lfs_objects_size ?? 0,
        },
        repository_checksum_failed: checksum_failed,
      };
}
