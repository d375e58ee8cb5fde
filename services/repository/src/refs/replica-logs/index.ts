/** Public interface of the logs of replicas. */
export type { ReplicaLogs } from './replica-logs';
