import { listSyncFailures } from './operations/list-sync-failures';

export const failureOperations = [listSyncFailures];
