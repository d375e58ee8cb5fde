/**
 * Updates settings of the instance.
 *
 * The response is sent when every process has the new values, at most five seconds later, so that
 * the next request uses them.
 */
import { operation, type Call } from '@forgemesh/rpc';
import { InvalidParameterError } from '@forgemesh/errors';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { computeChange, validateEach, readRequestedSettings } from '../settings-change';
import { presentSettings } from '../settings.entity';
import { SETTINGS_ID } from '../settings.model';
import { settings } from '../settings.table';
import type { ApplicationSettingsDeps } from '../deps';

export const updateApplicationSettings = operation(
  SettingsServiceDefinition.updateApplicationSettings,
  async (request, { context, deps, principal }: Call<ApplicationSettingsDeps>) => {
    const given = readRequestedSettings(request as Record<string, unknown>, context.tier);
    if (given.size === 0) {
      const names = settings.filter(([, { tier = 0 }]) => tier <= context.tier).map(([name]) => name);
      throw new InvalidParameterError(`${names.join(', ')} are missing, at least one parameter must be provided`);
    }
    const problems = await validateEach(given, deps.instance);
    let isChanged = false;
    const document = await deps.store.mutate(SETTINGS_ID, ({ values }) => {
      const change = computeChange(values, given, deps, problems);
      isChanged = change.names.length > 0;
      if (!isChanged) return null;
      return {
        set: { values: change.values, updated_at: new Date() },
        events: [
          {
            type: 'settings.application_settings.updated',
            actor: principal.id,
            changes: { settings: change.names, values: change.changes },
          },
        ],
      };
    });
    if (!document) throw new Error('the settings document was not created at the start');
    if (isChanged) await deps.announce();
    return presentSettings(document, { ...deps, tier: context.tier });
  },
);
