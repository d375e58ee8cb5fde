/**
 * All settings for the other services: every tier, no secret. What counts at a lower tier is theirs
 * to know.
 */
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { internalOperation } from '../../operation';
import { completeSince, presentFeed } from '../../settings/settings.entity';
import { findSettings, SETTINGS_ID } from '../../settings/settings.model';

export const getSettings = internalOperation(SettingsServiceDefinition.getSettings, async (_request, { deps }) => {
  const document = await findSettings(deps.store);
  if (!completeSince(document.values)) return presentFeed(document, deps);
  const completed = await deps.store.mutate(SETTINGS_ID, ({ values: stored }) => {
    const values = completeSince(stored);
    return values ? { set: { values } } : null;
  });
  return presentFeed(completed ?? document, deps);
});
