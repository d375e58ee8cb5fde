import { createSystemHook } from './create-system-hook';
import { deleteSystemHook } from './delete-system-hook';
import { getSystemHook } from './get-system-hook';
import { listSystemHooks } from './list-system-hooks';
import { testSystemHook } from './test-system-hook';
import { updateSystemHook } from './update-system-hook';

export const systemHookOperations = [
  createSystemHook,
  deleteSystemHook,
  getSystemHook,
  listSystemHooks,
  testSystemHook,
  updateSystemHook,
];
