/**
 * Gets all settings of all tiers, with the secrets that the calling service uses. Callers apply the
 * tier of the instance themselves.
 */
import { internalOperation, type Call } from '@forgemesh/rpc';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { backfillSwitchTimes, findSettings, presentFeed, SETTINGS_ID } from '#application-settings';
import type { InternalSettingsDeps } from './deps';

export const getSettings = internalOperation(
  SettingsServiceDefinition.getSettings,
  async (_request, { context, deps }: Call<InternalSettingsDeps>) => {
    const document = await findSettings(deps.store);
    if (!backfillSwitchTimes(document.values)) return presentFeed(document, deps, context.issuer);
    const completed = await deps.store.mutate(SETTINGS_ID, ({ values: stored }) => {
      const values = backfillSwitchTimes(stored);
      return values ? { set: { values } } : null;
    });
    return presentFeed(completed ?? document, deps, context.issuer);
  },
);
