import { listStarrers } from './operations/list-starrers';
import { starProject } from './operations/star-project';
import { unstarProject } from './operations/unstar-project';

export const starOperations = [listStarrers, starProject, unstarProject];
