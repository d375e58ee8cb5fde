/** Public interface of Git LFS. */
export type { LfsLimits } from './deps';
export { checkLfsPush, type LfsPush } from './check-lfs-push';
export { findLinked, linkObjects, linkToFork, sizeOfObjects } from './objects/link-objects';
export type { LfsLinkDocument } from './objects/lfs-link.model';
export type { LfsLockDocument } from './locks/lfs-lock.model';
export { openLinkedObject } from './objects/open-linked-object';
