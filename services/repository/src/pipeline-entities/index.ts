import { getEarlierPipelineStatus } from './get-earlier-pipeline-status';
import { getNewestPipelineEntity } from './get-newest-pipeline-entity';
import { getNewestStatusEntity } from './get-newest-status-entity';

export const pipelineEntityOperations = [getEarlierPipelineStatus, getNewestPipelineEntity, getNewestStatusEntity];
