import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';
import { internalOperation } from '../../operation';

/** Lists the storages that exist. */
export const listStorages = internalOperation(SettingsServiceService.listStorages, (_request, { deps }) =>
  Promise.resolve({ storages: deps.instance.storages }),
);
