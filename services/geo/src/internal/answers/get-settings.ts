import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { internalOperation } from '../../operation';

/** On a secondary in the place of settings: the settings as the primary told them last. */
export const getSettings = internalOperation(SettingsServiceDefinition.getSettings, async (_request, { deps }) =>
  deps.settings.current(),
);
