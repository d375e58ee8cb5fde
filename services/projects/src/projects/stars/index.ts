import { listStarrers } from './operations/list-starrers';
import { listUserStarredProjects } from './operations/list-user-starred-projects';
import { starProject } from './operations/star-project';
import { unstarProject } from './operations/unstar-project';

export const starOperations = [listStarrers, listUserStarredProjects, starProject, unstarProject];
