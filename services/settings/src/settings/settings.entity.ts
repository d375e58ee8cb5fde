/** Stored settings -> settings as the API shows them. */
import { MAX_TIER } from '@forgemesh/access';
import type { ResponseOf } from '@forgemesh/rpc';
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

/** The settings for the other services: every tier, and what only they need. */
export function presentFeed(document: SettingsDocument, context: ValueContext): ApplicationSettings {
  const feed: Record<string, unknown> = { ...presentSettings(document, { ...context, tier: MAX_TIER }) };
  for (const [name, { explicitAs, sinceAs }] of settings) {
    if (explicitAs !== undefined) feed[explicitAs] = document.values[name];
    if (sinceAs !== undefined) feed[sinceAs] = sinceOf(document.values, sinceAs)?.toISOString();
  }
  // What is null here is left out of the message when it is written.
  return feed as unknown as ApplicationSettings;
}

/**
 * When a switch was last turned on; undefined if it is off, or if an earlier release turned it on.
 */
function sinceOf(values: Record<string, unknown>, name: string): Date | undefined {
  const since = values[name];
  return since instanceof Date ? since : undefined;
}

/**
 * Values completed with the time of switches that an earlier release turned on; undefined if there
 * are none.
 */
export function completeSince(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const missing = settings.flatMap(([name, { sinceAs }]) =>
    sinceAs !== undefined && values[name] === true && !sinceOf(values, sinceAs) ? [[sinceAs, new Date()]] : [],
  );
  return missing.length > 0 ? { ...values, ...Object.fromEntries(missing) } : undefined;
}

/** The settings with all their names, without secrets. */
export function presentSettings(
  document: SettingsDocument,
  presentation: Presentation,
): ResponseOf<ApplicationSettings> {
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
  return entity as unknown as ResponseOf<ApplicationSettings>;
}
