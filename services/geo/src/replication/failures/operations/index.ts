import { listSyncFailures } from './list-sync-failures';
import { resyncReplicas } from './resync-replicas';

export const failureOperations = [listSyncFailures, resyncReplicas];
