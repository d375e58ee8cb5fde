import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { internalOperation } from '#operation';

/** Delegated operation of settings: returns the settings last loaded from the primary. */
export const getSettings = internalOperation(SettingsServiceDefinition.getSettings, async (_request, { deps }) =>
  deps.settings.current(),
);
