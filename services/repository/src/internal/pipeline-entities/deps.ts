import type { EntityStore } from '@forgemesh/data';
import type { CommitStatusDocument, PipelineDocument } from '#ci/pipelines';

/** Dependencies of pipeline entities. */
export interface InternalPipelinesDeps {
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
}
