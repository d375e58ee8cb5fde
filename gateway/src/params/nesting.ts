/**
 * Builds nested parameters from flat names: `a[]=1`, `a[k]=1`, `actions[][path]=x`.
 *
 * Used for forms, queries and multipart bodies. In a list of objects a repeated key starts the next
 * element. The result has no prototype, so that no name can reach one.
 */
import { InvalidParameterError } from '@forgemesh/errors';

/**
 * Parameters by name; values are strings, lists, nested parameters, or any JSON from a JSON body.
 */
export type RawParams = Record<string, unknown>;

/** Maximum nesting depth. */
export const MAX_DEPTH = 64;
/**
 * Maximum number of values of a request, lists and objects included: enough for thousands of commit
 * actions.
 */
export const MAX_VALUES = 100_000;
/** Maximum number of keys of an object: the settings of the instance have about 400. */
export const MAX_KEYS = 1_000;

/** Creates an empty set of parameters. */
export function emptyParams(): RawParams {
  return Object.create(null) as RawParams;
}

/** Whether a value is an object, as opposed to a list or scalar. */
export function isParams(value: unknown): value is RawParams {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The refusal of parameters that are nested too deep. */
export function tooDeep(): InvalidParameterError {
  return new InvalidParameterError('parameters are nested too deep');
}

/** The refusal of too many parameters. */
export function tooMany(): InvalidParameterError {
  return new InvalidParameterError('too many parameters');
}

/** Collects flat parameters of one request. Its methods throw InvalidParameterError. */
export class NestedParams {
  private readonly params = emptyParams();
  private values = 0;

  /** Adds one parameter. Refuses a name that contradicts an earlier one or is nested too deep. */
  add(name: string, value: unknown): void {
    const bracket = name.indexOf('[');
    if (bracket <= 0 || !name.endsWith(']')) {
      this.count();
      this.params[name] = value;
      return;
    }
    const keys = name.slice(bracket + 1, -1).split('][', MAX_DEPTH);
    if (keys.length === MAX_DEPTH) throw tooDeep();
    this.set(this.params, [name.slice(0, bracket), ...keys], 0, value);
  }

  /** Returns the parameters. Refuses an object with too many keys. */
  finish(): RawParams {
    if (this.values > MAX_KEYS) assertKeys(this.params);
    return this.params;
  }

  private count(): void {
    if (++this.values > MAX_VALUES) throw tooMany();
  }

  private set(target: RawParams, parts: string[], at: number, value: unknown): void {
    const key = parts[at] as string;
    const next = parts[at + 1];
    if (target[key] === undefined || next === undefined) this.count();
    if (next === undefined) {
      target[key] = value;
    } else if (next === '') {
      const list = (target[key] ??= []);
      if (!Array.isArray(list)) throw new InvalidParameterError(`${key} is invalid`);
      this.append(list, parts, at + 2, value);
    } else {
      const child = (target[key] ??= emptyParams());
      if (!isParams(child)) throw new InvalidParameterError(`${key} is invalid`);
      this.set(child, parts, at + 1, value);
    }
  }

  private append(list: unknown[], parts: string[], at: number, value: unknown): void {
    if (at >= parts.length) {
      this.count();
      list.push(value);
      return;
    }
    if (parts[at] === '') throw new InvalidParameterError(`${parts[0]} is invalid`);
    let element = list.at(-1);
    if (!isParams(element) || hasKey(element, parts, at)) {
      this.count();
      element = emptyParams();
      list.push(element);
    }
    this.set(element as RawParams, parts, at, value);
  }
}

/**
 * Whether an element has the key already; lists inside an element grow instead of starting the next
 * element.
 */
function hasKey(element: RawParams, parts: string[], at: number): boolean {
  if (parts.indexOf('', at) !== -1) return false;
  let node: unknown = element;
  for (const part of parts.slice(at)) {
    if (!isParams(node) || !(part in node)) return false;
    node = node[part];
  }
  return true;
}

function assertKeys(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(assertKeys);
  if (!isParams(value)) return;
  const values = Object.values(value);
  if (values.length > MAX_KEYS) throw tooMany();
  values.forEach(assertKeys);
}
