/** Stored settings -> settings as the API shows them. */
import type { Answer } from '@forgemesh/rpc';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SettingsDocument } from './settings.model';
import { settings } from './settings.table';
import { valueOf, type ValueContext } from './stored-values';
import { maskUrl } from './url-credentials';

/** How settings are shown. */
export interface Presentation extends ValueContext {
  /** Licence tier of the instance; settings above it are left out. */
  tier: number;
}

/** The settings with all their names, without secrets. */
export function presentSettings(document: SettingsDocument, presentation: Presentation): Answer<ApplicationSettings> {
  const entity: Record<string, unknown> = {
    id: document._id,
    created_at: document.created_at.toISOString(),
    updated_at: document.updated_at.toISOString(),
  };
  for (const [name, { tier = 0, secret, hasCredentials, aliases = [], raw }] of settings) {
    if (tier > presentation.tier || secret) continue;
    const value = valueOf(document.values, name, presentation);
    const shown = hasCredentials ? (value as string[]).map(maskUrl) : value;
    for (const key of [name, ...aliases]) entity[key] = shown;
    if (raw) entity[raw] = (value as string[]).join('\n');
  }
  // The names are those of the message: a test compares both.
  return entity as unknown as Answer<ApplicationSettings>;
}
