// Reads the declared events from descriptor sets and generates their TypeScript types.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { protobuf, wellKnown, type Protobuf } from './protobuf.ts';

export interface DeclaredField {
  name: string;
  /** Type of the value as text: `string or null`, `list of int64`. */
  type: string;
  /** Whether the fields of the value replace the field itself in the payload. */
  isInlined: boolean;
  /** Whether the field is always present. */
  isRequired: boolean;
  description: string;
  /** Fields of a message that only events use, otherwise empty. */
  fields: DeclaredField[];
}

export interface DeclaredEvent {
  /** `<service>.<resource>.<past_tense>`. */
  type: string;
  /** Publishing service. */
  service: string;
  /** Name of the message that declares the payload. */
  message: string;
  /** Description from the proto comment. */
  description: string;
  entity: DeclaredField;
  changes: DeclaredField;
  /** Descriptor of the payload message. */
  descriptor: Protobuf.DescMessage;
  /** Reads the options of its fields. */
  optionsOf: OptionsOf;
}

/** Option `payload` of a field. */
export interface Payload {
  inlined?: boolean;
  absent?: boolean;
  oneOf?: string[];
}

type OptionsOf = (field: Protobuf.DescField) => Payload;

/**
 * Reads the events that services declare, in proto order.
 * @param folder with the descriptor sets
 */
export function readEvents(folder: string, services: readonly string[]): DeclaredEvent[] {
  return services.flatMap((service) => eventsOf(join(folder, `${service}.binpb`), service));
}

function eventsOf(file: string, service: string): DeclaredEvent[] {
  const { createFileRegistry, fromBinary, getOption, hasOption } = protobuf();
  const { FileDescriptorSetSchema } = wellKnown();
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
  const option = registry.getExtension('forgemesh.api.v1.event');
  const declaring = registry.getFile(`forgemesh/${service}/v1/events.proto`);
  if (!option || !declaring) return [];
  const payloadOption = registry.getExtension('forgemesh.api.v1.payload');
  const optionsOf: OptionsOf = (field) =>
    payloadOption && hasOption(field, payloadOption) ? (getOption(field, payloadOption) as Payload) : {};
  return declaring.messages
    .filter((message) => hasOption(message, option))
    .map((descriptor) => {
      const part = (name: string) => {
        const field = descriptor.fields.find((one) => one.name === name);
        if (!field) throw new Error(`${descriptor.typeName}: an event needs a field ${name}`);
        return describeField(field, optionsOf);
      };
      const type = String(getOption(descriptor, option));
      assertWellNamed(type, service, descriptor);
      return {
        type,
        service,
        message: descriptor.name,
        description: commentOf(descriptor),
        entity: part('entity'),
        changes: part('changes'),
        descriptor,
        optionsOf,
      };
    });
}

function assertWellNamed(type: string, service: string, message: Protobuf.DescMessage) {
  const [owner, resource = '', verb = ''] = type.split('.');
  const words = `${resource}_${verb}_event`.split('_');
  const expected = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (owner !== service || message.name !== expected)
    throw new Error(`${message.typeName}: the event ${type} must be declared by forgemesh.${owner}.v1.${expected}`);
  const unknown = message.fields.find(({ name }) => name !== 'entity' && name !== 'changes');
  if (unknown)
    throw new Error(`${message.typeName}: an event may only have the fields entity and changes, not ${unknown.name}`);
}

function describeField(field: Protobuf.DescField, optionsOf: OptionsOf): DeclaredField {
  const { message } = field;
  return {
    name: field.name,
    type: typeOf(field, optionsOf(field)),
    isInlined: optionsOf(field).inlined ?? false,
    isRequired: isRequired(field, optionsOf(field)),
    description: commentOf(field),
    fields: message && isOfEvents(message) ? message.fields.map((one) => describeField(one, optionsOf)) : [],
  };
}

/**
 * Whether only events use a message. The fields of such a message are required, except in a message
 * named `...Changes`.
 */
function isOfEvents({ file }: Protobuf.DescMessage) {
  return /\/events$|^forgemesh\/api\/v1\/field_change$/.test(file.name);
}

/** Whether a field of an event is always present. */
export function isRequired({ parent }: Protobuf.DescField, { absent }: Payload) {
  return !absent && !parent.name.endsWith('Changes');
}

function typeOf(
  { proto, fieldKind, message, enum: values, scalar }: Protobuf.DescField,
  { oneOf = [] }: Payload,
): string {
  const name = message?.name ?? values?.name ?? scalarName(scalar);
  const single = oneOf.length > 0 ? oneOf.map((value) => `\`${value}\``).join(', ') : name;
  if (fieldKind === 'map') return `map of ${single}`;
  if (fieldKind === 'list') return `list of ${single}`;
  return proto.proto3Optional ? `${single} or null` : single;
}

function scalarName(scalar: number | undefined) {
  const { ScalarType } = protobuf();
  return scalar === undefined ? '' : (ScalarType[scalar] ?? '').toLowerCase();
}

// Field numbers that lead to an element of a FileDescriptorProto; comments are stored by this path.
const MESSAGES_OF_FILE = 4;
const FIELDS_OF_MESSAGE = 2;

/** The comment of a message or field, as one line. */
export function commentOf(element: Protobuf.DescMessage | Protobuf.DescField) {
  const message = element.kind === 'message' ? element : element.parent;
  const path = [MESSAGES_OF_FILE, message.file.proto.messageType.indexOf(message.proto)];
  if (element.kind === 'field') path.push(FIELDS_OF_MESSAGE, message.fields.indexOf(element));
  const locations = message.file.proto.sourceCodeInfo?.location ?? [];
  const comment = locations.find((location) => location.path.join() === path.join())?.leadingComments ?? '';
  return comment.replace(/\s+/g, ' ').trim();
}

/**
 * Generates TypeScript that adds the declared events to the types of `@forgemesh/events`. Messages
 * that only events use become JSON types, because events are not sent as protobuf. Messages of the
 * API use the generated types, as its responses do.
 */
export function eventTypesSource(events: readonly DeclaredEvent[]): string {
  const source = new TypeSource();
  const entries = events.map(({ type, description, descriptor, optionsOf }) =>
    [`    /** ${description} */`, `    '${type}': ${source.nameOf(descriptor, optionsOf)};`].join('\n'),
  );
  return [
    '// Generated from proto/forgemesh/*/v1/events.proto.',
    "import type { ResponseOf } from '../../packages/rpc/src/operation';",
    ...source.imports(),
    '',
    // The augmentation names the file that declares the interface; it cannot reach a re-export of
    // the index.
    "declare module '../../packages/events/src/event-types' {",
    '  interface EventTypes {',
    ...entries,
    '  }',
    '}',
    ...source.declarations(),
    '',
  ].join('\n');
}

/** Types of the messages that represent any JSON value. */
const jsonTypes: Readonly<Record<string, string>> = {
  'google.protobuf.Struct': 'Record<string, unknown>',
  'google.protobuf.Value': 'unknown',
  'google.protobuf.ListValue': 'unknown[]',
  'forgemesh.api.v1.NoChanges': 'Record<string, never>',
  'forgemesh.api.v1.OmittedChange': 'Record<string, never>',
};

/** Types of the non-numeric scalars. */
const scalarTypes: Readonly<Record<string, string>> = { string: 'string', bytes: 'string', bool: 'boolean' };

/** Collects the TypeScript types of messages and of everything that they use. */
class TypeSource {
  /** Declarations by type name. */
  readonly #types = new Map<string, string>();
  /** Imported files by module name. */
  readonly #modules = new Map<string, string>();

  imports(): string[] {
    return [...this.#modules].map(([name, file]) => `import type * as ${name} from './${file}';`).sort();
  }

  declarations(): string[] {
    return [...this.#types.values()];
  }

  /** Returns the type name of a message and declares the type on first use. */
  nameOf(message: Protobuf.DescMessage, optionsOf: OptionsOf): string {
    const { typeName, file } = message;
    const json = jsonTypes[typeName];
    if (json) return json;
    const local = typeName.slice(file.proto.package.length + 1).replaceAll('.', '_');
    if (!isOfEvents(message)) return `ResponseOf<${this.#moduleOf(file)}.${local}>`;
    const name = `${file.name.split('/')[1]}_${local}`;
    if (!this.#types.has(name)) {
      this.#types.set(name, '');
      this.#types.set(name, this.#declarationOf(name, message, optionsOf));
    }
    return name;
  }

  #declarationOf(name: string, message: Protobuf.DescMessage, optionsOf: OptionsOf): string {
    const inlined = message.fields.filter((field) => optionsOf(field).inlined);
    const bases = inlined.map((field) => {
      if (field.fieldKind !== 'message') throw new Error(`${message.typeName}: ${field.name} cannot be inlined`);
      const base = this.nameOf(field.message, optionsOf);
      return isRequired(field, optionsOf(field)) ? base : `Partial<${base}>`;
    });
    const fields = message.fields
      .filter((field) => !inlined.includes(field))
      .flatMap((field) => [
        `  /** ${commentOf(field)} */`,
        `  ${field.name}${isRequired(field, optionsOf(field)) ? '' : '?'}: ${this.#typeOf(field, optionsOf)};`,
      ]);
    const type = [...bases, ['{', ...fields, '}'].join('\n')].join(' & ');
    return ['', `/** ${commentOf(message)} */`, `type ${name} = ${type};`].join('\n');
  }

  #typeOf(field: Protobuf.DescField, optionsOf: OptionsOf): string {
    const { message, enum: values, scalar, fieldKind, proto } = field;
    const { oneOf = [] } = optionsOf(field);
    const single = message
      ? this.nameOf(message, optionsOf)
      : values
        ? `${this.#moduleOf(values.file)}.${values.name}`
        : oneOf.length > 0
          ? oneOf.map((value) => `'${value}'`).join(' | ')
          : (scalarTypes[scalarName(scalar)] ?? 'number');
    if (fieldKind === 'map') return `Record<string, ${single}>`;
    if (fieldKind === 'list') return oneOf.length > 1 ? `(${single})[]` : `${single}[]`;
    return proto.proto3Optional ? `${single} | null` : single;
  }

  #moduleOf({ name: file }: Protobuf.DescFile): string {
    const name = file.replaceAll('/', '_');
    this.#modules.set(name, file);
    return name;
  }
}
