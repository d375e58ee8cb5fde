/** Public interface of replicas. */
export { removeRepositoryFiles } from './remove-repository-files';
export { metadataDigest, readMetadata, type ReplicatedMetadata, storeMetadata } from './replicated-metadata';
