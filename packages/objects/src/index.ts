/** Immutable objects named by their digests, in a folder or in the database. */
export type { ByteRange } from '@forgemesh/data';
export { createObjectStore, OBJECT_ENGINES, type ObjectEngine } from './create-object-store';
export {
  type ExpectedContent,
  objectKey,
  type ObjectStore,
  type OpenedObject,
  type StoredObject,
} from './object-store';
export { ContentMismatchError } from './verify-content';
