import { getProject } from './operations/get-project';
import { listProjects } from './operations/list-projects';
import { listUserProjects } from './operations/list-user-projects';

export const projectListOperations = [getProject, listProjects, listUserProjects];
