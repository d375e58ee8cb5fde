/** Reads and writes stored values. Secrets and URLs with credentials are sealed. */
import type { SecretBox } from '@forgemesh/security';
import type { Instance, Setting } from './setting-kinds';
import { settings, settingsTable, type SettingName } from './settings.table';
import { splitUrls } from './url-credentials';

/** Context for reading and writing values. */
export interface ValueContext {
  instance: Instance;
  box: SecretBox;
}

/** Stands for a secret that is set, in responses and in requests that leave it unchanged. */
export const SECRET_MASK = '********';

/** Format of sealed strings, as `SecretBox.seal` returns them. */
const sealedText = /^v1\.[\w-]+$/;

/** Returns the value of a setting: the stored value, opened if it is sealed, else the default. */
export function valueOf(values: Record<string, unknown>, name: SettingName, { instance, box }: ValueContext): unknown {
  const setting: Setting = settingsTable[name];
  if (setting.presenceOf) return isSet(values[setting.presenceOf]);
  return Object.hasOwn(values, name) ? readValue(setting, values[name], box) : setting.defaultOf(instance);
}

/** Returns the value to store, sealed if required. */
export function storedValueOf(name: SettingName, value: unknown, box: SecretBox): unknown {
  const setting: Setting = settingsTable[name];
  if (!isSealed(setting) || value === null) return value;
  return box.seal(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Seals stored values that an earlier version did not seal. Undefined: there are none. */
export function sealPlainValues(values: Record<string, unknown>, box: SecretBox): Record<string, unknown> | undefined {
  const unsealed = settings.filter(([name, setting]) => {
    const value = values[name];
    return isSealed(setting) && value !== undefined && value !== null && !looksSealed(value);
  });
  if (unsealed.length === 0) return undefined;
  const sealed = unsealed.map(([name, setting]) => [
    name,
    storedValueOf(name, readValue(setting, values[name], box), box),
  ]);
  return { ...values, ...Object.fromEntries(sealed) };
}

/** Paths of the sealed values within the settings document. */
export function sealedPaths({ values }: { values?: Record<string, unknown> }): string[] {
  return settings
    .filter(([, setting]) => isSealed(setting))
    .flatMap(([name]) => (values?.[name] ? [`values.${name}`] : []));
}

/** Whether a value satisfies the requirement of another setting. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function isSealed({ secret, hasCredentials }: Setting): boolean {
  return secret === true || hasCredentials === true;
}

function looksSealed(value: unknown): boolean {
  return typeof value === 'string' && sealedText.test(value);
}

/**
 * Processes of the previous version may still write unsealed values, and lists of URLs as one
 * string.
 */
function readValue(setting: Setting, value: unknown, box: SecretBox): unknown {
  if (typeof value !== 'string' || !isSealed(setting)) return value;
  const isList = setting.kind === 'texts';
  if (!looksSealed(value)) return isList ? splitUrls([value]) : value;
  return isList ? JSON.parse(box.open(value)) : box.open(value);
}
