import type { EntityStore } from '@forgemesh/data';
import type { CommitStatusDocument } from '#ci/pipelines/commit-status.model';
import type { PipelineDocument } from '#ci/pipelines/pipeline.model';
import type { Clients } from '#clients/clients';
import type { Maintenance } from '#maintenance/maintenance';
import type { MeasurementDocument } from '#maintenance/statistics/measurement.model';
import type { ReleaseDocument } from '#refs/releases/release.model';
import type { Storages } from '#storage/repository-location';

/** Dependencies of the consumers. */
export interface RepositoryConsumersDeps {
  storages: Storages;
  clients: Clients;
  releases: EntityStore<ReleaseDocument>;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
  measurements: EntityStore<MeasurementDocument>;
  maintenance: Maintenance;
}
