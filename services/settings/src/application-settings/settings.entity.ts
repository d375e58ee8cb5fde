/** Presents stored settings. */
import { MAX_TIER } from '@forgemesh/access';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Setting } from './setting-kinds';
import type { SettingsDocument } from './settings.model';
import { settings } from './settings.table';
import { isSet, SECRET_MASK, valueOf, type ValueContext } from './stored-values';
import { maskUrl } from './url-credentials';

/** Context of the presentation. */
export interface Presentation extends ValueContext {
  /** License tier of the instance. Settings of higher tiers are omitted. */
  tier: number;
}

/**
 * Presents the settings for another service: all tiers, with the fields that only services need and
 * the secrets that this one uses in place of the masks.
 */
export function presentFeed(document: SettingsDocument, context: ValueContext, service: string): ApplicationSettings {
  const feed: Record<string, unknown> = { ...presentSettings(document, { ...context, tier: MAX_TIER }) };
  for (const [name, { explicitAs, sinceAs, secret, aliases = [] }] of settings) {
    if (secret) for (const key of [name, ...aliases]) delete feed[key];
    if (explicitAs !== undefined) feed[explicitAs] = document.values[name];
    if (sinceAs !== undefined) feed[sinceAs] = switchedOnAt(document.values, sinceAs)?.toISOString();
  }
  feed['has_geo_nodes'] = document.has_geo_nodes;
  feed['secrets'] = secretsFor(service, document, context);
  // Null values are omitted when the message is encoded.
  return feed as unknown as ApplicationSettings;
}

function secretsFor(service: string, { values }: SettingsDocument, context: ValueContext): Record<string, unknown> {
  const used = settings.filter(([, { readers = [] }]) => readers.includes(service));
  const secrets = used.map(([name]) => [name, valueOf(values, name, context)] as const);
  return Object.fromEntries(secrets.filter(([, value]) => isSet(value)));
}

function maskedValueOf({ secret, hasCredentials }: Setting, value: unknown): unknown {
  if (secret) return isSet(value) ? SECRET_MASK : null;
  return hasCredentials ? (value as string[]).map(maskUrl) : value;
}

/**
 * Returns the time at which a switch was last turned on. Undefined: it is off, or an earlier
 * release turned it on.
 */
function switchedOnAt(values: Record<string, unknown>, name: string): Date | undefined {
  const since = values[name];
  return since instanceof Date ? since : undefined;
}

/**
 * Adds the missing times of switches that an earlier release turned on. Undefined: none is missing.
 */
export function backfillSwitchTimes(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const missing = settings.flatMap(([name, { sinceAs }]) =>
    sinceAs !== undefined && values[name] === true && !switchedOnAt(values, sinceAs) ? [[sinceAs, new Date()]] : [],
  );
  return missing.length > 0 ? { ...values, ...Object.fromEntries(missing) } : undefined;
}

/** Presents the settings under all their names. Secrets that are set are masked. */
export function presentSettings(
  document: SettingsDocument,
  presentation: Presentation,
): ResponseOf<ApplicationSettings> {
  const entity: Record<string, unknown> = {
    id: document._id,
    created_at: document.created_at.toISOString(),
    updated_at: document.updated_at.toISOString(),
  };
  for (const [name, setting] of settings) {
    const { tier = 0, aliases = [], raw } = setting;
    if (tier > presentation.tier) continue;
    const value = valueOf(document.values, name, presentation);
    const shown = maskedValueOf(setting, value);
    for (const key of [name, ...aliases]) entity[key] = shown;
    if (raw) entity[raw] = (value as string[]).join('\n');
  }
  // A test verifies that the names are those of the message.
  return entity as unknown as ResponseOf<ApplicationSettings>;
}
