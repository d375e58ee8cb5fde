/** Stored settings -> settings as the API shows them. */
import type { Answer, SecretBox } from '@forgemesh/kit';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Instance, Setting } from './setting-kinds';
import type { SettingsDocument } from './settings.model';
import { settings, type SettingName } from './settings.table';

/** For whom settings are shown. */
export interface Presentation {
  instance: Instance;
  /** Licence tier of the instance; settings above it are left out. */
  tier: number;
  /** Opens secrets that are shown; without it they are null. */
  box?: SecretBox;
  /** Whether an empty list is a list also where the API shows null, as messages between services need it. */
  keepsLists?: boolean;
}

/** The settings with all their names. */
export function presentSettings(document: SettingsDocument, presentation: Presentation): Answer<ApplicationSettings> {
  const { instance, tier, box, keepsLists = false } = presentation;
  const entity: Record<string, unknown> = {
    id: document._id,
    created_at: document.created_at.toISOString(),
    updated_at: document.updated_at.toISOString(),
  };
  for (const [name, setting] of settings) {
    if ((setting.tier ?? 0) > tier || setting.secret === 'hidden') continue;
    const stored = valueOf(document.values, name, setting, instance);
    const value = setting.secret && typeof stored === 'string' ? (box?.open(stored) ?? null) : stored;
    const shown = setting.emptyIsNull && !keepsLists && !isSet(value) ? null : value;
    for (const key of [name, ...(setting.aliases ?? [])]) entity[key] = shown;
    if (setting.raw) entity[setting.raw] = (value as string[]).join('\n');
  }
  // The names are those of the message: a test compares both.
  return entity as unknown as Answer<ApplicationSettings>;
}

/** The stored value, sealed where it is a secret, or the default. */
export function valueOf(
  values: Record<string, unknown>,
  name: SettingName,
  setting: Setting,
  instance: Instance,
): unknown {
  if (setting.presenceOf) return isSet(values[setting.presenceOf]);
  return Object.hasOwn(values, name) ? values[name] : setting.defaultOf(instance);
}

/** Whether a value counts as given where another setting needs it. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
