import { createProjectHook } from './create-project-hook';
import { deleteProjectHook } from './delete-project-hook';
import { getProjectHook } from './get-project-hook';
import { listProjectHooks } from './list-project-hooks';
import { updateProjectHook } from './update-project-hook';

export const hookOperations = [
  createProjectHook,
  deleteProjectHook,
  getProjectHook,
  listProjectHooks,
  updateProjectHook,
];
