/** Public interface of primary. */
export type { FileState, PrimaryClient } from './primary-client';
