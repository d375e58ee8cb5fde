/** Reads composite values: lists, maps and messages. */
import { ABSENT, INVALID, toText, type Coercion } from './coerce';
import { checkMessage } from './check-params';
import type { MessageSpec, ValueReader } from './param-spec';
import { isParams } from './nesting';

/** Keys that could reach a prototype when the map is copied. */
const unsafeKeys = new Set(['__proto__', 'constructor', 'prototype']);
const indexText = /^\d{1,6}$/;

/** How a repeated field is sent. */
export interface ListForm {
  /** Whether it may also be one comma-joined string. */
  commaList: boolean;
  /** Whether problems name the element (`actions[0]`); otherwise the list, once. */
  indexed: boolean;
  /** Maximum number of elements. */
  maxItems: number;
}

/**
 * Reads a repeated field: a list, `a[0]=` with indexes, or one comma-joined string if that is
 * declared.
 */
export function readList(readElement: ValueReader, { commaList, indexed, maxItems }: ListForm): ValueReader {
  return (value, path, problems) => {
    const elements = elementsOf(value, commaList);
    if (elements === undefined) return invalid(path, problems);
    if (elements.length > maxItems) {
      problems.push(`${path} has too many values (maximum is ${maxItems})`);
      return INVALID;
    }
    const list: unknown[] = [];
    for (const [index, element] of elements.entries()) {
      const read = readElement(element, indexed ? `${path}[${index}]` : path, problems);
      if (read === INVALID && !indexed) return INVALID;
      if (read !== ABSENT && read !== INVALID) list.push(read);
    }
    return list;
  };
}

function elementsOf(value: unknown, commaList: boolean): unknown[] | undefined {
  if (Array.isArray(value)) return value.length === 1 && value[0] === '' ? [] : value;
  if (value === '') return [];
  if (commaList && (typeof value === 'string' || typeof value === 'number')) {
    return String(value)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
  if (isParams(value) && Object.keys(value).every((key) => indexText.test(key))) return Object.values(value);
  return undefined;
}

/** Reads a nested message with its own parameters. */
export function readMessage(spec: MessageSpec): ValueReader {
  return (value, path, problems) => {
    if (value === '') return ABSENT;
    return isParams(value) ? checkMessage(spec, value, problems, path) : invalid(path, problems);
  };
}

/** Reads a map with any keys and scalar values; a list of scalars is joined with commas. */
export function readMap(coerce: Coercion): ValueReader {
  return (value, path, problems) => {
    if (value === '') return ABSENT;
    if (!isParams(value)) return invalid(path, problems);
    const map: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(value)) {
      if (entry === null) continue;
      // Omitting such a key would change the meaning of the request.
      const coerced = unsafeKeys.has(key) || toText(key) === INVALID ? INVALID : coerce(joined(entry));
      if (coerced === INVALID) invalid(`${path}[${key}]`, problems);
      else if (coerced !== ABSENT) map[key] = coerced;
    }
    return map;
  };
}

function joined(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const texts = value.map(toText);
  return texts.includes(INVALID) ? INVALID : texts.join(',');
}

/** Reads a map with any keys and values. */
export const readFreeMap: ValueReader = (value, path, problems) => {
  if (value === '') return ABSENT;
  return isParams(value) ? readJson(value, path, problems) : invalid(path, problems);
};

/** Reads any JSON; only its strings are checked. */
export const readJson: ValueReader = (value, path, problems) => {
  if (Array.isArray(value)) return value.map((entry, index) => readJson(entry, `${path}[${index}]`, problems));
  if (isParams(value)) {
    const copy: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(value)) {
      if (toText(key) === INVALID) return invalid(path, problems);
      if (!unsafeKeys.has(key)) copy[key] = readJson(entry, `${path}[${key}]`, problems);
    }
    return copy;
  }
  return typeof value === 'string' && toText(value) === INVALID ? invalid(path, problems) : value;
};

function invalid(path: string, problems: string[]): typeof INVALID {
  problems.push(`${path} is invalid`);
  return INVALID;
}
