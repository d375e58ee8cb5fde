import { listStarrers } from './list-starrers';
import { listUserStarredProjects } from './list-user-starred-projects';
import { starProject } from './star-project';
import { unstarProject } from './unstar-project';

export const starOperations = [listStarrers, listUserStarredProjects, starProject, unstarProject];
