import type { EventConsumer, EventEntity } from '@forgemesh/events';
import type { EntityStore } from '@forgemesh/data';
import type { ProjectMeasurements, ProjectDocument } from '#projects/model';

/** Dependencies of the consumer. */
export interface OnRepositoryMeasuredDeps {
  projects: EntityStore<ProjectDocument>;
}

const nothing = { commit_count: 0, repository_size: 0, wiki_size: 0, lfs_objects_size: 0 };

/** Stores the measured sizes of a project's repositories. The newest measurement wins. */
export const onRepositoryMeasured: EventConsumer<'repository.repository.measured', OnRepositoryMeasuredDeps> = {
  name: 'projects-measurements',
  events: ['repository.repository.measured'],
  from: 'all',
  async handle({ data }, { projects }) {
    const measurement = data.entity;
    await projects.mutate(measurement.project_id, ({ statistics, measured_versions: versions }) => {
      if ((versions?.[measurement.repository] ?? 0) >= data.version) return null;
      const measured_versions = { ...versions, [measurement.repository]: data.version };
      return { set: { ...measuresOf(measurement, statistics), measured_versions } };
    });
  },
};

function measuresOf(
  { repository, size, commit_count, checksum_failed, lfs_objects_size }: EventEntity<'repository.repository.measured'>,
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
