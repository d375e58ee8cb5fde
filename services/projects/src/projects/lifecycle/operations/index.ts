import { archiveProject } from './archive-project';
import { createProject } from './create-project';
import { createProjectForUser } from './create-project-for-user';
import { deleteProject } from './delete-project';
import { restoreProject } from './restore-project';
import { transferProject } from './transfer-project';
import { unarchiveProject } from './unarchive-project';
import { updateProject } from './update-project';

export const lifecycleOperations = [
  archiveProject,
  createProject,
  createProjectForUser,
  deleteProject,
  restoreProject,
  transferProject,
  unarchiveProject,
  updateProject,
];
