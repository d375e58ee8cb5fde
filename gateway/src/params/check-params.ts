/**
 * Applies compiled parameters to a request: coerces values, applies defaults, and reports all
 * problems together.
 */
import { InvalidParameterError } from '@forgemesh/errors';
import type { ParamGroups } from '@forgemesh/proto/options/param';
import { ABSENT, INVALID } from './coerce';
import type { MessageSpec, ParamSpec } from './param-spec';
import type { RawParams } from './nesting';

/** Maximum number of reported problems: a body may have as many as it has values. */
const MAX_PROBLEMS = 100;

/** Checked parameters: only declared ones, with their declared types. */
export type CheckedParams = Record<string, unknown>;

/**
 * Checks the parameters of a request. Throws InvalidParameterError that lists the problems in the
 * order of the fields.
 */
export function checkParams(spec: MessageSpec, raw: RawParams): CheckedParams {
  const problems: string[] = [];
  const checked = checkMessage(spec, raw, problems, '');
  if (problems.length > 0) throw new InvalidParameterError(problems.slice(0, MAX_PROBLEMS).join(', '));
  return checked;
}

/** Checks one message; `path` names it in problems (`actions[0]`, empty for the request itself). */
export function checkMessage(spec: MessageSpec, raw: RawParams, problems: string[], path: string): CheckedParams {
  const given = new Map<string, unknown>();
  const checked = collect(spec, { raw, given, problems, path });
  checkRules(spec, given, problems, path);
  return checked;
}

interface Collection {
  raw: RawParams;
  /** Given values by name; parameters of flattened messages count as the request's own. */
  given: Map<string, unknown>;
  problems: string[];
  path: string;
}

function collect(spec: MessageSpec, collection: Collection): CheckedParams {
  const { raw, given, problems, path } = collection;
  const checked: CheckedParams = {};
  for (const param of spec.params) {
    if (param.flattened) {
      checked[param.name] = collect(param.flattened, collection);
      continue;
    }
    const name = path === '' ? param.name : `${path}[${param.name}]`;
    const value = readParam(param, raw, name, problems);
    if (value === INVALID) {
      given.set(param.name, INVALID);
    } else if (value !== ABSENT) {
      checked[param.name] = value;
      given.set(param.name, value);
    } else if (param.defaultValue !== undefined) {
      checked[param.name] = param.defaultValue;
    }
  }
  return checked;
}

/** Checks the rules over several parameters: those of the message and of flattened messages. */
function checkRules(spec: MessageSpec, given: Map<string, unknown>, problems: string[], path: string): void {
  if (spec.groups) checkGroups(spec.groups, given, problems, path);
  for (const { flattened } of spec.params) if (flattened) checkRules(flattened, given, problems, path);
}

function readParam(param: ParamSpec, raw: RawParams, name: string, problems: string[]): unknown {
  const sent = valueOf(param, raw);
  const isAbsent = sent === undefined || (sent === null && !param.nullable) || (sent === '' && param.emptyIsAbsent);
  if (isAbsent) {
    if (param.required) problems.push(`${name} is missing`);
    return ABSENT;
  }
  if (sent === null) return null;
  if (param.required && !param.allowEmpty && isEmpty(sent, param)) {
    problems.push(`${name} is empty`);
    return INVALID;
  }
  const value = param.read(sent, name, problems);
  // An empty number or date clears a nullable field.
  return value === ABSENT && param.nullable ? null : value;
}

function isEmpty(sent: unknown, { noBlanks }: ParamSpec): boolean {
  return sent === '' || (noBlanks && typeof sent === 'string' && !/\S/.test(sent));
}

function valueOf({ names }: ParamSpec, raw: RawParams): unknown {
  for (const name of names) {
    if (Object.hasOwn(raw, name)) return raw[name];
  }
  return undefined;
}

function checkGroups(groups: ParamGroups, given: Map<string, unknown>, problems: string[], path: string): void {
  const named = (params: string[]): string =>
    params.map((param) => (path === '' ? param : `${path}[${param}]`)).join(', ');
  for (const { params } of groups.atLeastOneOf) {
    if (!params.some((param) => given.has(param))) {
      problems.push(`${named(params)} are missing, at least one parameter must be provided`);
    }
  }
  for (const { params } of groups.mutuallyExclusive) {
    const present = params.filter((param) => given.has(param));
    if (present.length > 1) problems.push(`${named(present)} are mutually exclusive`);
  }
  for (const { params } of groups.allOrNone) {
    const present = params.filter((param) => given.has(param));
    if (present.length > 0 && present.length < params.length)
      problems.push(`${named(params)} provide all or none of parameters`);
  }
  for (const { when, equals, params } of groups.requires) {
    if (!given.has(when) || (equals.length > 0 && !equals.includes(String(given.get(when))))) continue;
    for (const param of params) {
      if (!given.has(param)) problems.push(`${named([param])} is missing`);
    }
  }
}
