import { getPipeline } from './get-pipeline';
import { listPipelines } from './list-pipelines';

export const pipelineOperations = [listPipelines, getPipeline];
