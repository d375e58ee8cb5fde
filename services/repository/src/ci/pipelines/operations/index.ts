import { downloadCoverageBadge, downloadPipelineBadge } from './download-badge';
import { getPipeline } from './get-pipeline';
import { listPipelines } from './list-pipelines';

export const pipelineOperations = [listPipelines, getPipeline, downloadPipelineBadge, downloadCoverageBadge];
