/** Public interface of Git LFS. */
export type { LfsLimits, UploadRecords } from './deps';
export { checkLfsPush, type LfsPush } from './check-lfs-push';
export { storedBytes } from './objects/check-limits';
export { oidText } from './protocol/read-pointer';
export {
  findLinked,
  linkObjects,
  linkToFork,
  listObjects,
  sizeOfObjects,
  unlinkObjects,
  unlinkProject,
} from './objects/link-objects';
export { type ConvertFiles, createLargeFiles, type LargeFiles } from './conversion/convert-files';
export { LFS } from './objects/remove-unlinked-objects';
export { announceObject } from './objects/announce-objects';
export { storeObject } from './objects/store-object';
export type { LfsObjectDocument } from './objects/lfs-object.model';
export type { LfsLinkDocument } from './objects/lfs-link.model';
export type { LfsLockDocument } from './locks/lfs-lock.model';
export { openLinkedObject } from './objects/open-linked-object';
