import { downloadCoverageBadge, downloadPipelineBadge } from './operations/download-badge';
import { getPipeline } from './operations/get-pipeline';
import { listPipelines } from './operations/list-pipelines';

export const pipelineOperations = [listPipelines, getPipeline, downloadPipelineBadge, downloadCoverageBadge];
