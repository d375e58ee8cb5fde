/** JSON schemas of what goes in (parameters) and out (entities). */
import { getOption, hasOption, ScalarType, type DescEnum, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { schema_name as schemaNameOption } from '@forgemesh/proto/options/operation';
import { EntityForm, Format, param as paramOption } from '@forgemesh/proto/options/param';
import { maxItemsOf } from '../../params/compile-params';
import { isSmallFile } from '../../params/small-file';
import { descriptionOf } from './comments';

/** A JSON schema. */
export type Schema = Record<string, unknown>;

/** Collects the schemas of the entities that operations answer with. */
export interface EntitySchemas {
  /** Reference to the schema of a message in a form, which is made at its first use. */
  reference(message: DescMessage, form?: EntityForm): Schema;
  /** Schema of a field of an answer. */
  field(field: DescField): Schema;
  /** All schemas by name. */
  all(): Record<string, Schema>;
}

const integerTypes = new Set([
  ScalarType.INT32,
  ScalarType.SINT32,
  ScalarType.SFIXED32,
  ScalarType.UINT32,
  ScalarType.FIXED32,
  ScalarType.INT64,
  ScalarType.SINT64,
  ScalarType.SFIXED64,
  ScalarType.UINT64,
  ScalarType.FIXED64,
]);

/** Creates an empty collection. */
export function createEntitySchemas(): EntitySchemas {
  const schemas: Record<string, Schema> = {};
  const referenceTo = (message: DescMessage, isShort: boolean): Schema => {
    const name = schemaName(message, isShort);
    if (!schemas[name]) {
      const schema: Schema = (schemas[name] = { type: 'object' });
      describe(schema, descriptionOf(message));
      const members = message.fields.filter((member) => {
        const { internal, inShortForm } = getOption(member, paramOption);
        return !internal && (inShortForm || !isShort);
      });
      schema['properties'] = Object.fromEntries(
        members.map((member) => [member.name, described(field(member), member)]),
      );
      const required = members.filter((member) => !getOption(member, paramOption).mayBeAbsent);
      if (required.length > 0) schema['required'] = required.map((member) => member.name);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const reference = (message: DescMessage, form = EntityForm.UNSPECIFIED): Schema => {
    if (message.typeName === 'google.protobuf.Struct') return { type: 'object' };
    if (message.typeName === 'google.protobuf.ListValue') return { type: 'array', items: {} };
    if (message.typeName === 'google.protobuf.Value') return {};
    if (form === EntityForm.SHORT) return referenceTo(message, true);
    if (form === EntityForm.UNSPECIFIED) return referenceTo(message, false);
    return { anyOf: [referenceTo(message, false), referenceTo(message, true)] };
  };
  const field = (member: DescField): Schema => {
    const { form, nullable: isNullableList } = getOption(member, paramOption);
    const schema =
      member.fieldKind === 'enum' ? enumNumbers(member.enum) : typeOf(member, (message) => reference(message, form));
    // A field may be null in a response if it is optional, or, as lists and maps cannot be, if its
    // option says so.
    const isNullable = member.proto.proto3Optional || isNullableList;
    return isNullable || (member.fieldKind === 'message' && !isJson(member)) ? nullable(schema) : schema;
  };
  return { reference, field, all: () => schemas };
}

/** Schema of a parameter of a read or write with its rules. */
export function paramSchema(field: DescField, isRead: boolean): Schema {
  const rules = getOption(field, paramOption);
  const schema = isSmallFile(field)
    ? { type: 'string', format: 'binary' }
    : typeOf(field, (message) => inlineMessage(message, isRead));
  const limits: Schema = {};
  if (rules.oneOf.length > 0) limits['enum'] = rules.oneOf.map((value) => typed(field, value));
  if (rules.min !== undefined) limits['minimum'] = rules.min;
  if (rules.max !== undefined) limits['maximum'] = rules.max;
  if (rules.maxLength > 0) limits['maxLength'] = rules.maxLength;
  if (rules.format === Format.DATE) limits['format'] = 'date';
  if (rules.format === Format.DATETIME) limits['format'] = 'date-time';
  if (rules.format === Format.FILE) limits['format'] = 'binary';
  if (field.fieldKind === 'list') {
    schema['items'] = { ...(schema['items'] as Schema), ...limits };
    const maxItems = maxItemsOf(rules, isRead);
    if (Number.isFinite(maxItems)) schema['maxItems'] = maxItems;
  } else Object.assign(schema, limits);
  if (rules.default !== undefined) schema['default'] = typed(field, rules.default);
  return described(rules.nullable ? nullable(schema) : schema, field);
}

/** The fields of a request that are parameters, those of flattened messages included. */
export function paramFields(message: DescMessage): DescField[] {
  return message.fields.flatMap((field) => {
    const { internal, flatten } = getOption(field, paramOption);
    if (flatten && field.fieldKind === 'message') return paramFields(field.message);
    return internal ? [] : [field];
  });
}

/** The parameters of a read or write as properties of one object. */
export function paramsObject(fields: readonly DescField[], isRead: boolean): Schema {
  const required = fields.filter((field) => getOption(field, paramOption).required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, paramSchema(field, isRead)])),
    ...(required.length > 0 && { required }),
  };
}

/**
 * A request may nest; it is written in place, up to the depth at which a message would contain
 * itself.
 */
function inlineMessage(message: DescMessage, isRead: boolean, inside: readonly string[] = []): Schema {
  if (message.typeName.startsWith('google.protobuf.') || inside.includes(message.typeName)) return { type: 'object' };
  return paramsObject(paramFields(message), isRead);
}

function typeOf(field: DescField, message: (message: DescMessage) => Schema): Schema {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarSchema(field.scalar);
    case 'enum':
      return { type: 'string', enum: field.enum.values.map(({ name }) => name) };
    case 'message':
      return message(field.message);
    case 'map':
      return { type: 'object', additionalProperties: field.mapKind === 'scalar' ? scalarSchema(field.scalar) : {} };
    case 'list':
      return {
        type: 'array',
        items:
          field.listKind === 'scalar'
            ? scalarSchema(field.scalar)
            : field.listKind === 'message'
              ? message(field.message)
              : { type: 'string' },
      };
  }
}

/** An enum in a response, where its values are numbers. */
function enumNumbers({ values }: DescEnum): Schema {
  return { type: 'integer', enum: values.map(({ number }) => number) };
}

function scalarSchema(scalar: ScalarType): Schema {
  if (integerTypes.has(scalar)) return { type: 'integer' };
  if (scalar === ScalarType.BOOL) return { type: 'boolean' };
  return scalar === ScalarType.DOUBLE || scalar === ScalarType.FLOAT ? { type: 'number' } : { type: 'string' };
}

function typed(field: DescField, text: string): unknown {
  const scalar =
    field.fieldKind === 'scalar' || (field.fieldKind === 'list' && field.listKind === 'scalar')
      ? field.scalar
      : undefined;
  const type = scalar === undefined ? 'string' : scalarSchema(scalar)['type'];
  const one = (value: string): unknown =>
    type === 'boolean' ? value === 'true' : type === 'string' ? value : Number(value);
  return field.fieldKind === 'list' && text.includes(',') ? text.split(',').map(one) : one(text);
}

function isJson(field: DescField): boolean {
  return field.fieldKind === 'message' && field.message.typeName.startsWith('google.protobuf.');
}

function nullable(schema: Schema): Schema {
  if (typeof schema['type'] === 'string') {
    const values = schema['enum'] as unknown[] | undefined;
    return { ...schema, type: [schema['type'], 'null'], ...(values && { enum: [...values, null] }) };
  }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

function described(schema: Schema, field: DescField): Schema {
  return describe(schema, descriptionOf(field));
}

function describe(schema: Schema, description: string): Schema {
  if (description !== '') schema['description'] = description;
  return schema;
}

/**
 * `forgemesh.projects.v1.Project` is `projects.Project`, its short form `projects.ShortProject`,
 * unless an option names the schema.
 */
function schemaName(message: DescMessage, isShort: boolean): string {
  const name = hasOption(message, schemaNameOption)
    ? getOption(message, schemaNameOption)
    : message.typeName.replace(/^forgemesh\./, '').replace(/\.v\d+\./, '.');
  return isShort ? name.replace(/\.(?=[^.]*$)/, '.Short') : name;
}
