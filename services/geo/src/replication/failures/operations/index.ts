import { listSyncFailures } from './list-sync-failures';

export const failureOperations = [listSyncFailures];
