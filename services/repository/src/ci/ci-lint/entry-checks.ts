/**
 * Checks of single values. Each returns the problem as text to follow the entry's name; null if
 * none exists.
 */
import { isMapping } from './parse-definition';

/** A check of one value. */
export type Check = (value: unknown) => string | null;

/** A string, number or boolean, as a shell would see it. */
function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Whether a value is a list of strings. */
export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isCommand(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every(isCommand));
}

function check(isRight: (value: unknown) => boolean, text: string): Check {
  return (value) => (isRight(value) ? null : text);
}

export const isText = check((value) => typeof value === 'string' && value !== '', 'config should be a string');
export const isBoolean = check((value) => typeof value === 'boolean', 'config should be a boolean value');
export const isStringList = check(isStrings, 'config should be an array of strings');
export const isStringOrList = check(
  (value) => typeof value === 'string' || isStrings(value),
  'config should be an array of strings or a string',
);
export const isScript = check(isCommand, 'config should be an array of strings or a string');
export const isTextOrMapping = check(
  (value) => typeof value === 'string' || isMapping(value),
  'config should be a hash or a string',
);
export const isServices = check(
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' || isMapping(item)),
  'config should be an array of hashes or strings',
);
export const isVariables = check(
  (value) => isMapping(value) && Object.values(value).every((item) => isScalar(item) || isDescribed(item)),
  'config should be a hash of key value pairs',
);
export const isDuration = check(
  (value) => typeof value === 'number' || (typeof value === 'string' && /^(never|.*\d.*)$/.test(value)),
  'config should be a duration',
);
export const isCoverage = check(
  (value) => typeof value === 'string' && /^\/.+\/$/s.test(value),
  'config must be a regular expression',
);
export const isParallel = check(
  (value) => (Number.isInteger(value) && (value as number) >= 2 && (value as number) <= 50) || hasList(value, 'matrix'),
  'config should be a number between 2 and 50 or a hash with a matrix',
);
export const isInclude = check(
  (value) => [value].flat().every((item) => typeof item === 'string' || isMapping(item)),
  'config should be an array of hashes or strings, a hash or a string',
);

/** One of the given words. */
export function isOneOf(...words: string[]): Check {
  return check((value) => typeof value === 'string' && words.includes(value), `should be one of: ${words.join(', ')}`);
}

/**
 * A mapping with the given keys, each with its check; a string or list is allowed if `other`
 * accepts it.
 */
export function checkMapping(
  value: unknown,
  name: string,
  checks: ReadonlyMap<string, Check>,
  other?: Check,
): string[] {
  if (!isMapping(value)) {
    const problem = other ? other(value) : 'config should be a hash';
    return problem === null ? [] : [`${name} ${problem}`];
  }
  const unknown = Object.keys(value).filter((key) => !checks.has(key));
  return [
    ...(unknown.length > 0 ? [`${name} config contains unknown keys: ${unknown.join(', ')}`] : []),
    ...Object.entries(value).flatMap(([key, item]) => {
      const problem = checks.get(key)?.(item) ?? null;
      return problem === null ? [] : [`${name}:${key} ${problem}`];
    }),
  ];
}

/** Any value. */
export const isAnything: Check = () => null;

function isDescribed(value: unknown): boolean {
  return (
    isMapping(value) && Object.keys(value).every((key) => ['value', 'description', 'expand', 'options'].includes(key))
  );
}

function hasList(value: unknown, key: string): boolean {
  return isMapping(value) && Array.isArray(value[key]);
}
