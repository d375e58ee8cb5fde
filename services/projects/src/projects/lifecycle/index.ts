import { archiveProject } from './operations/archive-project';
import { createProject } from './operations/create-project';
import { createProjectForUser } from './operations/create-project-for-user';
import { deleteProject } from './operations/delete-project';
import { restoreProject } from './operations/restore-project';
import { transferProject } from './operations/transfer-project';
import { unarchiveProject } from './operations/unarchive-project';
import { updateProject } from './operations/update-project';

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
