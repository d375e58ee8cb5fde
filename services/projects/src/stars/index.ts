import { listStarrers } from './list-starrers';
import { starProject } from './star-project';
import { unstarProject } from './unstar-project';

export const starOperations = [listStarrers, starProject, unstarProject];
