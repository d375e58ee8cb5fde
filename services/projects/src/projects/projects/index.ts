import { createProject } from './operations/create-project';
import { createProjectForUser } from './operations/create-project-for-user';
import { deleteProject } from './operations/delete-project';
import { getProject } from './operations/get-project';
import { listProjects } from './operations/list-projects';
import { listUserProjects } from './operations/list-user-projects';
import { updateProject } from './operations/update-project';

export const projectOperations = [
  createProject,
  createProjectForUser,
  deleteProject,
  getProject,
  listProjects,
  listUserProjects,
  updateProject,
];
