/** The transfer of data that earlier releases stored in other services. */
export type { TransferDeps } from './deps';
