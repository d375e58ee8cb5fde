import { createLfsLock } from './create-lfs-lock';
import { deleteLfsLock } from './delete-lfs-lock';
import { listLfsLocks } from './list-lfs-locks';

export const lfsOperations = [listLfsLocks, createLfsLock, deleteLfsLock];
