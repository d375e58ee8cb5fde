/** Moves of projects to other storages. */
export { hasSwitched } from './storage-move-job';
export type { StorageMoveDocument } from './storage-move.model';
