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
/** Maximum number of parameters of a form or query. */
export const MAX_PARAMETERS = 10_000;

/** Creates an empty set of parameters. */
export function emptyParams(): RawParams {
  return Object.create(null) as RawParams;
}

/** Whether a value is an object, as opposed to a list or scalar. */
export function isParams(value: unknown): value is RawParams {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Adds one flat parameter. Throws InvalidParameterError if its name contradicts an earlier one or
 * is nested too deep.
 */
export function addParam(target: RawParams, name: string, value: unknown): void {
  const bracket = name.indexOf('[');
  if (bracket <= 0 || !name.endsWith(']')) {
    target[name] = value;
    return;
  }
  const parts = [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')];
  if (parts.length > MAX_DEPTH) throw new InvalidParameterError('parameters are nested too deep');
  setNested(target, parts, 0, value);
}

function setNested(target: RawParams, parts: string[], at: number, value: unknown): void {
  const key = parts[at] as string;
  const next = parts[at + 1];
  if (next === undefined) {
    target[key] = value;
  } else if (next === '') {
    const list = (target[key] ??= []);
    if (!Array.isArray(list)) throw new InvalidParameterError(`${key} is invalid`);
    append(list, parts, at + 2, value);
  } else {
    const child = (target[key] ??= emptyParams());
    if (!isParams(child)) throw new InvalidParameterError(`${key} is invalid`);
    setNested(child, parts, at + 1, value);
  }
}

function append(list: unknown[], parts: string[], at: number, value: unknown): void {
  if (at >= parts.length) {
    list.push(value);
    return;
  }
  if (parts[at] === '') throw new InvalidParameterError(`${parts[0]} is invalid`);
  let element = list.at(-1);
  if (!isParams(element) || hasKey(element, parts, at)) {
    element = emptyParams();
    list.push(element);
  }
  setNested(element as RawParams, parts, at, value);
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
