import type { EntityStore } from '@forgemesh/data';
import type { CommitStatusDocument, PipelineDocument } from '#ci/pipelines';
import type { Clients } from '#clients';
import type { Maintenance } from '#maintenance';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { ReleaseDocument } from '#refs/releases';
import type { Storages } from '#storage';

/** Dependencies of the consumers of events of this service. */
export interface RepositoryConsumersDeps {
  storages: Storages;
  clients: Clients;
  releases: EntityStore<ReleaseDocument>;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
  measurements: EntityStore<MeasurementDocument>;
  maintenance: Maintenance;
}
