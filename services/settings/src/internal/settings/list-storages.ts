import { internalOperation, type Call } from '@forgemesh/rpc';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import type { InternalSettingsDeps } from './deps';

/** Lists the configured storages. */
export const listStorages = internalOperation(
  SettingsServiceDefinition.listStorages,
  (_request, { deps }: Call<InternalSettingsDeps>) => Promise.resolve({ storages: deps.instance.storages }),
);
