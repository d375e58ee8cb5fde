/** Gets the settings of the instance. */
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { operation } from '#operation';
import { presentSettings } from '../settings.entity';
import { findSettings } from '../settings.model';

export const getApplicationSettings = operation(
  SettingsServiceDefinition.getApplicationSettings,
  async (_request, { context, deps }) =>
    presentSettings(await findSettings(deps.store), { ...deps, tier: context.tier }),
);
