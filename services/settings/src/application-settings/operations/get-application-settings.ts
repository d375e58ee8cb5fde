/** Gets the settings of the instance. */
import { operation, type Call } from '@forgemesh/rpc';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { presentSettings } from '../settings.entity';
import { findSettings } from '../settings.model';
import type { ApplicationSettingsDeps } from '../deps';

export const getApplicationSettings = operation(
  SettingsServiceDefinition.getApplicationSettings,
  async (_request, { context, deps }: Call<ApplicationSettingsDeps>) =>
    presentSettings(await findSettings(deps.store), { ...deps, tier: context.tier }),
);
