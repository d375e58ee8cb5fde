import { countProjects } from './count-projects';
import { createProject } from './create-project';
import { createProjectForUser } from './create-project-for-user';
import { deleteProject } from './delete-project';
import { getDefaultBranchProtection } from './get-default-branch-protection';
import { getProject } from './get-project';
import { listMergeSettings } from './list-merge-settings';
import { listProjectIds } from './list-project-ids';
import { getExistence } from './get-existence';
import { listProjectProfiles } from './list-project-profiles';
import { listProjects } from './list-projects';
import { listUserProjects } from './list-user-projects';
import { listUserStarredProjects } from './list-user-starred-projects';
import { setDefaultBranch } from './set-default-branch';
import { updateProject } from './update-project';

export const projectOperations = [
  countProjects,
  createProject,
  createProjectForUser,
  deleteProject,
  getDefaultBranchProtection,
  getProject,
  listMergeSettings,
  listProjectIds,
  getExistence,
  listProjectProfiles,
  listProjects,
  listUserProjects,
  listUserStarredProjects,
  setDefaultBranch,
  updateProject,
];
