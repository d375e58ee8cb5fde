/** Public interface of replication. */
export { isBehind } from './is-behind';
export { newFileWalk, newWalk } from './new-walk';
export type { ReplicationState, ReplicationStateStore } from './replication-state.model';
