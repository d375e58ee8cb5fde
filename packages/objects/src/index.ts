/** Immutable objects named by their digests, in a folder, in the database or in a bucket. */
export type { ByteRange } from '@forgemesh/data';
export { objectVariables, readObjectConfig, readObjectVariables, type ObjectConfig } from './config';
export { createObjectStore } from './create-object-store';
export { contentOf } from './content-of';
export { chooseFilePlace, type ChosenFilePlace } from './files';
export { OBJECT_ENGINES, type ObjectEngine } from './engines';
export type { MigrationDocument } from './migration';
export { ObjectStorage, type ObjectStorageOptions } from './object-storage';
export {
  type DirectUploads,
  digestOf,
  type ExpectedContent,
  objectKey,
  type ObjectStore,
  type OpenedObject,
  type PendingUpload,
  type SignedUpload,
  type StoredObject,
} from './object-store';
export { createS3Store, type S3Options } from './s3';
export { ContentMismatchError } from './verify-content';
