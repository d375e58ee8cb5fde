import { createProjectHook } from './operations/create-project-hook';
import { deleteProjectHook } from './operations/delete-project-hook';
import { getProjectHook } from './operations/get-project-hook';
import { listProjectHooks } from './operations/list-project-hooks';
import { updateProjectHook } from './operations/update-project-hook';

export const hookOperations = [
  createProjectHook,
  deleteProjectHook,
  getProjectHook,
  listProjectHooks,
  updateProjectHook,
];
