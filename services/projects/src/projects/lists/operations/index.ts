import { getProject } from './get-project';
import { listProjects } from './list-projects';
import { listUserProjects } from './list-user-projects';

export const projectListOperations = [getProject, listProjects, listUserProjects];
