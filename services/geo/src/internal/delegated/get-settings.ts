import { internalOperation, type Call } from '@forgemesh/rpc';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import type { InternalDelegatedDeps } from './deps';

/** Delegated operation of settings: returns the settings last loaded from the primary. */
export const getSettings = internalOperation(
  SettingsServiceDefinition.getSettings,
  async (_request, { deps }: Call<InternalDelegatedDeps>) => deps.settings.current(),
);
