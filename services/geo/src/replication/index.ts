/** Public interface of replication. */
export { newWalk } from './new-walk';
export type { ReplicationState, ReplicationStateStore } from './replication-state.model';
