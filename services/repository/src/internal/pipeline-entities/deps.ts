import type { EntityStore } from '@forgemesh/data';
import type { CommitStatusDocument } from '#ci/pipelines/commit-status.model';
import type { PipelineDocument } from '#ci/pipelines/pipeline.model';

/** Dependencies of pipeline entities. */
export interface InternalPipelinesDeps {
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
}
