/** Public interface of `mirrors/storage-moves`: what other areas of this service may import. */
export { hasSwitched } from './storage-move-job';
export type { StorageMoveDocument } from './storage-move.model';
