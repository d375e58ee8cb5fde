/** Objects in a folder. */
export { createLocalStore, type LocalStoreOptions } from './local-store';
