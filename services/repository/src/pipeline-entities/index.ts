import { getNewestPipelineEntity } from './get-newest-pipeline-entity';
import { getNewestStatusEntity } from './get-newest-status-entity';

export const pipelineEntityOperations = [getNewestPipelineEntity, getNewestStatusEntity];
