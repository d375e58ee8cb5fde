import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { internalOperation } from '#operation';

/** Lists the configured storages. */
export const listStorages = internalOperation(SettingsServiceDefinition.listStorages, (_request, { deps }) =>
  Promise.resolve({ storages: deps.instance.storages }),
);
