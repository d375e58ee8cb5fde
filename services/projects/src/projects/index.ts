import { createProject } from './create-project';
import { createProjectForUser } from './create-project-for-user';
import { deleteProject } from './delete-project';
import { getProject } from './get-project';
import { listMergeSettings } from './list-merge-settings';
import { listProjectProfiles } from './list-project-profiles';
import { listProjects } from './list-projects';
import { listUserProjects } from './list-user-projects';
import { listUserStarredProjects } from './list-user-starred-projects';
import { setDefaultBranch } from './set-default-branch';
import { updateProject } from './update-project';

export const projectOperations = [
  createProject,
  createProjectForUser,
  deleteProject,
  getProject,
  listMergeSettings,
  listProjectProfiles,
  listProjects,
  listUserProjects,
  listUserStarredProjects,
  setDefaultBranch,
  updateProject,
];
