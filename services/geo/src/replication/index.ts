/** Public interface of replication. */
export type { ReplicationStateStore } from './replication-state.model';
