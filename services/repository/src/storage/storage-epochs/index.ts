/** Public interface of the epochs of storages. */
export { type StorageEpochs, StorageRefusedError } from './storage-epochs';
