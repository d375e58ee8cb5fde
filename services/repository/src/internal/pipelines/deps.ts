import type { EntityStore } from '@forgemesh/data';
import type { CommitStatusDocument, PipelineDocument } from '#ci/pipelines';

/** Dependencies of the RPCs about pipelines. */
export interface InternalPipelinesDeps {
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
}
