import { createSystemHook } from './operations/create-system-hook';
import { deleteSystemHook } from './operations/delete-system-hook';
import { getSystemHook } from './operations/get-system-hook';
import { listSystemHooks } from './operations/list-system-hooks';
import { testSystemHook } from './operations/test-system-hook';
import { updateSystemHook } from './operations/update-system-hook';

export const systemHookOperations = [
  createSystemHook,
  deleteSystemHook,
  getSystemHook,
  listSystemHooks,
  testSystemHook,
  updateSystemHook,
];
