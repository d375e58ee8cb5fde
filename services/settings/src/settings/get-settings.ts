/** All settings for the other services: every tier, no secret. What counts at a lower tier is theirs to know. */
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { internalOperation } from '../operation';
import { presentSettings } from './settings.entity';
import { findSettings } from './settings.model';

const EVERY_TIER = 3;

export const getSettings = internalOperation(SettingsServiceService.getSettings, async (_request, { deps }) => {
  const settings = presentSettings(await findSettings(deps.store), { ...deps, tier: EVERY_TIER });
  // What is null here is left out of the message when it is written.
  return settings as ApplicationSettings;
});
