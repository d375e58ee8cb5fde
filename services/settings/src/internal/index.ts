/** RPCs for other services. The contract names their callers. */
import { countOldDeadLetters } from './settings/count-old-dead-letters';
import { getSettings } from './settings/get-settings';
import { listStorages } from './settings/list-storages';
import { setReplicationAccess } from './settings/set-replication-access';

export const internalOperations = [countOldDeadLetters, getSettings, listStorages, setReplicationAccess];
