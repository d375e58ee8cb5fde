/** RPCs for other services. The contract names their callers. */
import { getSettings } from './settings/get-settings';
import { listStorages } from './settings/list-storages';

export const internalOperations = [getSettings, listStorages];
