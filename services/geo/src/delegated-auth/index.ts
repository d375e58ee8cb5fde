/** Public interface of delegated auth. */
export type { PrimaryResponseCache } from './primary-response-cache';
