/**
 * Compiles the fields of a request message and their rules.
 *
 * Everything that depends only on the contract is determined once: coercions, limits, defaults.
 * `check-params.ts` applies the result to every request.
 */
import { getOption, hasOption, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { Format, groups as groupsOption, param as paramOption, type Param } from '@forgemesh/proto/options/param';
import { isSmallFile, readSmallFile } from './small-file';
import { ABSENT, coercionOf, INVALID, type Coercion } from './coerce';
import { readFreeMap, readJson, readList, readMap, readMessage } from './read-value';
import { isParams } from './nesting';
import type { MessageSpec, ParamSpec, ValueReader } from './param-spec';

const jsonMessages = new Set(['google.protobuf.Value', 'google.protobuf.Struct', 'google.protobuf.ListValue']);

/** Maximum number of elements of a list in a read, unless its contract declares another one. */
const MAX_ITEMS_OF_READS = 500;

/** Compiles the request message of an operation. Throws if its rules contradict its types. */
export function compileMessage(message: DescMessage, { isRead }: { isRead: boolean }): MessageSpec {
  return compileOnce(message, { isRead, specs: new Map() });
}

/** The operation that is compiled, and its compiled messages by type name. */
interface Compilation {
  isRead: boolean;
  specs: Map<string, MessageSpec>;
}

/** Returns the maximum number of elements of a list; infinite if it is unlimited. */
export function maxItemsOf({ maxItems }: Param, isRead: boolean): number {
  return maxItems || (isRead ? MAX_ITEMS_OF_READS : Infinity);
}

function compileOnce(message: DescMessage, compilation: Compilation): MessageSpec {
  const { specs } = compilation;
  const existing = specs.get(message.typeName);
  if (existing) return existing;
  const spec: MessageSpec = {
    params: [],
    groups: hasOption(message, groupsOption) ? getOption(message, groupsOption) : undefined,
  };
  // Registered before its fields, so that a message may contain itself.
  specs.set(message.typeName, spec);
  for (const field of message.fields) {
    const rules = getOption(field, paramOption);
    if (rules.flatten) spec.params.push(compileFlattened(field, compilation));
    else if (!rules.internal) spec.params.push(compileField(field, rules, compilation));
  }
  return spec;
}

/** Returns the parameters of a request that clients send, including those of flattened messages. */
export function parametersOf({ params }: MessageSpec): ParamSpec[] {
  return params.flatMap((param) => (param.flattened ? parametersOf(param.flattened) : [param]));
}

function compileFlattened(field: DescField, compilation: Compilation): ParamSpec {
  if (field.fieldKind !== 'message') throw new Error(`${field.toString()}: only a message can be flattened`);
  return {
    name: field.name,
    names: [],
    required: false,
    allowEmpty: false,
    noBlanks: false,
    nullable: false,
    emptyIsAbsent: false,
    header: '',
    defaultValue: undefined,
    isFile: false,
    isSmallFile: false,
    read: () => ABSENT,
    flattened: compileOnce(field.message, compilation),
  };
}

/**
 * Creates a parameter that the gateway adds to every paginated list, replacing the list's own
 * declaration.
 */
export function pageParam(name: 'page' | 'per_page', defaultValue: number, max: number): ParamSpec {
  const integer = coercionOf(ScalarType.INT64, Format.UNSPECIFIED);
  return {
    name,
    names: [name],
    required: false,
    allowEmpty: false,
    noBlanks: false,
    nullable: false,
    emptyIsAbsent: false,
    header: '',
    defaultValue,
    isFile: false,
    isSmallFile: false,
    read(value, path, problems) {
      const number = integer(value);
      if (number === ABSENT) return ABSENT;
      if (number === INVALID) return report(problems, `${path} is invalid`);
      return (number as number) < 1
        ? report(problems, `${path} does not have a valid value`)
        : Math.min(number as number, max);
    },
  };
}

function compileField(field: DescField, rules: Param, compilation: Compilation): ParamSpec {
  const read = readerOf(field, rules, compilation);
  return {
    name: field.name,
    names: [field.name, ...rules.aliases],
    required: rules.required,
    allowEmpty: rules.allowEmpty,
    noBlanks: rules.noBlanks,
    nullable: rules.nullable,
    emptyIsAbsent: rules.emptyIsAbsent,
    header: rules.header.toLowerCase(),
    defaultValue: rules.default === undefined ? undefined : coerceDefault(field, rules.default, read),
    isFile: rules.format === Format.FILE || isSmallFile(field),
    isSmallFile: isSmallFile(field),
    read,
  };
}

function coerceDefault(field: DescField, text: string, read: ValueReader): unknown {
  const problems: string[] = [];
  const value = read(text, field.name, problems);
  if (problems.length > 0) throw new Error(`the default of ${field.toString()} is not valid: ${problems.join(', ')}`);
  return value === ABSENT ? undefined : value;
}

function readerOf(field: DescField, rules: Param, compilation: Compilation): ValueReader {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarReader(field.scalar, rules);
    case 'enum':
      return scalarReader(
        ScalarType.STRING,
        rules,
        field.enum.values.map(({ name }) => name),
      );
    case 'message':
      if (jsonMessages.has(field.message.typeName)) return readJson;
      if (isSmallFile(field)) return readSmallFile;
      if (rules.freeMap) return readFreeMap;
      return readField(readMessage(compileOnce(field.message, compilation)), rules);
    case 'map':
      if (field.mapKind !== 'scalar') throw new Error(`${field.toString()}: the values of a map must be scalars`);
      return readMap(coercionOf(field.scalar, Format.UNSPECIFIED));
    case 'list':
      return readList(elementReader(field, rules, compilation), {
        commaList: rules.commaList,
        indexed: field.listKind === 'message',
        maxItems: maxItemsOf(rules, compilation.isRead),
      });
  }
}

/**
 * An optional message without any values counts as not sent, so that its own required parameters
 * are not reported as missing.
 */
function readField(read: ValueReader, { required }: Param): ValueReader {
  if (required) return read;
  return (value, path, problems) =>
    isParams(value) && Object.keys(value).length === 0 ? ABSENT : read(value, path, problems);
}

function elementReader(field: DescField & { fieldKind: 'list' }, rules: Param, compilation: Compilation): ValueReader {
  switch (field.listKind) {
    case 'scalar':
      return scalarReader(field.scalar, rules);
    case 'enum':
      return scalarReader(
        ScalarType.STRING,
        rules,
        field.enum.values.map(({ name }) => name),
      );
    case 'message':
      return jsonMessages.has(field.message.typeName) ? readJson : readMessage(compileOnce(field.message, compilation));
  }
}

function scalarReader(scalar: ScalarType, rules: Param, oneOf: string[] = rules.oneOf): ValueReader {
  const coerce: Coercion = coercionOf(scalar, rules.format);
  const allowed = oneOf.length > 0 ? new Set(oneOf) : undefined;
  const { min, max, maxLength } = rules;
  return (value, path, problems) => {
    const coerced = coerce(value);
    if (coerced === ABSENT) return ABSENT;
    if (coerced === INVALID) return report(problems, `${path} is invalid`);
    const outside =
      (allowed !== undefined && !allowed.has(String(coerced))) ||
      (min !== undefined && (coerced as number) < min) ||
      (max !== undefined && (coerced as number) > max);
    if (outside) return report(problems, `${path} does not have a valid value`);
    if (maxLength > 0 && isLonger(String(coerced), maxLength)) {
      return report(problems, `${path} is too long (maximum is ${maxLength} characters)`);
    }
    return coerced;
  };
}

function isLonger(text: string, limit: number): boolean {
  // Characters are code points; they are counted only if the UTF-16 length is not sufficient to
  // decide.
  return text.length > limit && (text.length > limit * 2 || [...text].length > limit);
}

function report(problems: string[], problem: string): typeof INVALID {
  problems.push(problem);
  return INVALID;
}
