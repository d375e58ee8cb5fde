/** RPCs for other services. The contract names their callers. */
import { getSettings } from './settings/get-settings';
import { listStorages } from './settings/list-storages';
import { setReplicationAccess } from './settings/set-replication-access';

export const internalOperations = [getSettings, listStorages, setReplicationAccess];
