/** Public interface of pipelines. */
export { presentCommitStatuses } from './commit-status.entity';
export type { CommitStatusDocument, CommitStatusState } from './commit-status.model';
export { createPipeline } from './create-pipeline';
export { findNewestPipeline } from './find-newest-pipeline';
export { findOrCreatePipeline } from './find-or-create-pipeline';
export { lastPipelineOf } from './last-pipeline';
export { presentPipeline, presentPipelineSummary } from './pipeline.entity';
export type { NewestPipelineCache, PipelineDocument } from './pipeline.model';
export { refreshPipeline } from './refresh-pipeline';
export { summarizeStatuses } from './summarize-statuses';
