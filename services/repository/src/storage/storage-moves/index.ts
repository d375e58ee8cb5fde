/** Public interface of storage moves. */
export type { ReadOnlyLocks } from './read-only-locks';
export { waitUntil } from './wait-until';
