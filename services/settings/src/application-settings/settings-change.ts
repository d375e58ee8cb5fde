/** Computes the stored values from the parameters of an update. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldChanges } from '@forgemesh/data';
import { InvalidParameterError, ValidationError } from '@forgemesh/errors';
import { CERTIFICATE_SETTINGS, certificateErrors } from './client-certificate';
import { size } from './setting-checks';
import type { Instance, Setting } from './setting-kinds';
import { settings, settingsTable, type SettingName } from './settings.table';
import { isSet, SECRET_MASK, storedValueOf, valueOf, type ValueContext } from './stored-values';
import { unmaskUrls } from './url-credentials';

/** Requested values by name. */
export type RequestedSettings = Map<SettingName, unknown>;

/** Effect of an update on the stored values. */
export interface SettingsChange {
  values: Record<string, unknown>;
  /** Names of the changed settings. */
  names: SettingName[];
  /** Old and new values, without secrets. */
  changes: FieldChanges;
}

/**
 * Reads the requested settings. Line-separated strings become lists; settings above the tier are
 * ignored.
 */
export function readRequestedSettings(request: Record<string, unknown>, instanceTier: number): RequestedSettings {
  const given: RequestedSettings = new Map();
  for (const [name, { kind, tier = 0, raw, normalize }] of settings) {
    if (tier > instanceTier) continue;
    const sent = request[name] === null && isList(kind) ? [] : request[name];
    const value = sent ?? (raw === undefined ? sent : linesOf(request[raw]));
    if (value !== undefined) given.set(name, normalize ? normalize(value as never) : value);
  }
  return given;
}

/** Null clears a list. */
function isList(kind: Setting['kind']): boolean {
  return kind === 'texts' || kind === 'integers';
}

function linesOf(value: unknown): string[] | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Checks each requested value by itself. Returns field errors by name. */
export async function validateEach(given: RequestedSettings, instance: Instance): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const [name, value] of given) {
    const { check }: Setting = settingsTable[name];
    const isUnchecked = value === null || isMasked(name, value);
    const problem = isUnchecked ? undefined : (size(value) ?? (await check?.(value as never, instance)));
    if (problem !== undefined) problems[name] = [problem];
  }
  return problems;
}

/**
 * Checks requested settings against each other and the stored ones, and computes the values to
 * store. Throws InvalidParameterError (`x is missing`) if a switch is turned on without its
 * requirements, ValidationError for invalid values.
 */
export function computeChange(
  stored: Record<string, unknown>,
  requested: RequestedSettings,
  { instance, box }: ValueContext,
  problems: Record<string, string[]>,
): SettingsChange {
  const current = (name: SettingName): unknown => valueOf(stored, name, { instance, box });
  const given = unmask(requested, current);
  assertRequirementsMet(given, current);
  const allProblems = { ...limitProblems(given, current), ...problems };
  if (Object.keys(allProblems).length > 0) throw new ValidationError(allProblems);
  assertAllSupported(given, { current, instance });
  assertConsistent(given, current);
  const values = { ...stored };
  const names: SettingName[] = [];
  const changes: FieldChanges = {};
  for (const [name, sent] of resolvePresenceSwitches(given)) {
    const { hasCredentials, secret, defaultOf, explicitAs, sinceAs }: Setting = settingsTable[name];
    const before = current(name);
    const isUnset = explicitAs !== undefined && sent === null;
    const value = isUnset ? defaultOf(instance) : sent;
    const isDefault = explicitAs === undefined ? isDeepStrictEqual(defaultOf(instance), value) : isUnset;
    const isStoredAlike = explicitAs === undefined || isUnset !== Object.hasOwn(stored, name);
    if (isDeepStrictEqual(before, value) && isStoredAlike) continue;
    names.push(name);
    if (!hasCredentials && !secret) changes[name] = { from: before, to: value };
    if (isDefault) delete values[name];
    else values[name] = storedValueOf(name, value, box);
    if (sinceAs === undefined) continue;
    if (value === true) values[sinceAs] = new Date();
    else delete values[sinceAs];
  }
  return { values, names, changes };
}

/**
 * Replaces masks with the stored secrets and URLs, so that clients can send back what they have
 * read.
 */
function unmask(requested: RequestedSettings, current: (name: SettingName) => unknown): RequestedSettings {
  const given: RequestedSettings = new Map();
  for (const [name, value] of requested) {
    const { hasCredentials }: Setting = settingsTable[name];
    if (isMasked(name, value)) given.set(name, current(name));
    else given.set(name, hasCredentials ? unmaskUrls(value as string[], current(name) as string[]) : value);
  }
  return given;
}

function isMasked(name: SettingName, value: unknown): boolean {
  const { secret }: Setting = settingsTable[name];
  return secret === true && value === SECRET_MASK;
}

/**
 * Replaces presence switches (`presenceOf`): false clears the value of the named setting, true
 * changes nothing.
 */
function resolvePresenceSwitches(given: RequestedSettings): RequestedSettings {
  const all: RequestedSettings = new Map();
  for (const [name, value] of given) {
    const { presenceOf }: Setting = settingsTable[name];
    if (presenceOf === undefined) all.set(name, value);
    else if (value === false) all.set(presenceOf as SettingName, null);
  }
  return all;
}

function assertRequirementsMet(given: RequestedSettings, current: (name: SettingName) => unknown): void {
  const missing = new Set<SettingName>();
  for (const [name, value] of given) {
    if (value === false || !isSet(value)) continue;
    const { requires = [], presenceOf }: Setting = settingsTable[name];
    for (const needed of requires as SettingName[]) if (!isSet(given.get(needed))) missing.add(needed);
    const subject = presenceOf as SettingName | undefined;
    if (subject && !isSet(given.has(subject) ? given.get(subject) : current(subject))) missing.add(subject);
  }
  if (missing.size > 0) throw new InvalidParameterError([...missing].map((name) => `${name} is missing`).join(', '));
}

/**
 * Refuses switches that are on without the settings that they need, requested or stored, and a
 * certificate without its key.
 */
function assertConsistent(given: RequestedSettings, current: (name: SettingName) => unknown): void {
  const valueAfter = (name: SettingName): unknown => (given.has(name) ? given.get(name) : current(name));
  const isCertificateGiven = CERTIFICATE_SETTINGS.some((name) => given.has(name));
  const problems = isCertificateGiven ? certificateErrors(valueAfter) : {};
  for (const [name, { needs = [] }] of settings) {
    const value = valueAfter(name);
    if (needs.length === 0 || value === false || !isSet(value)) continue;
    for (const needed of needs as SettingName[]) if (!isSet(valueAfter(needed))) problems[needed] = ["can't be blank"];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

/**
 * Compares limits with the limits that they depend on, if one of them is requested. 0 stands for no
 * limit and is not compared.
 */
function limitProblems(given: RequestedSettings, current: (name: SettingName) => unknown): Record<string, string[]> {
  const valueOfLimit = (name: string): number => Number(given.get(name as SettingName) ?? current(name as SettingName));
  const problems: Record<string, string[]> = {};
  for (const [name, { atMost, atLeast }] of settings) {
    if (atMost === undefined && atLeast === undefined) continue;
    const isRequested = [name, atMost, atLeast].some((one) => given.has(one as SettingName));
    const value = isRequested ? valueOfLimit(name) : 0;
    if (value === 0) continue;
    const highest = atMost === undefined ? 0 : valueOfLimit(atMost);
    const lowest = atLeast === undefined ? 0 : valueOfLimit(atLeast);
    if (highest > 0 && value > highest) problems[name] = [`must be less than or equal to ${highest}`];
    else if (value < lowest) problems[name] = [`must be greater than or equal to ${lowest}`];
  }
  return problems;
}

/** Refuses values of unsupported settings, so that clients do not assume an effect. */
function assertAllSupported(
  given: RequestedSettings,
  { current, instance }: { current: (name: SettingName) => unknown; instance: Instance },
): void {
  const problems: Record<string, string[]> = {};
  for (const [name, value] of given) {
    const { unsupported: isUnsupported, defaultOf }: Setting = settingsTable[name];
    if (!isUnsupported || isDeepStrictEqual(value, defaultOf(instance)) || isDeepStrictEqual(value, current(name)))
      continue;
    problems[name] = ['is not supported by this instance'];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}
