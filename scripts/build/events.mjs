// The events that the protos declare, read from descriptor sets, and the TypeScript that is generated from them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/requirements.mjs';

// The library is a dependency of the generated code, not of the root.
const protobuf = createRequire(join(root, 'proto/package.json'));

/**
 * @typedef {object} DeclaredField
 * @property {string} name
 * @property {string} type of the value, as a text: `string or null`, `list of int64`
 * @property {boolean} isInlined whether the fields of the value are carried in place of the field
 * @property {boolean} isRequired whether the field is always there
 * @property {string} description
 * @property {DeclaredField[]} fields those of a message that only events use, else empty
 */

/**
 * @typedef {object} DeclaredEvent
 * @property {string} type `<service>.<resource>.<past_tense>`
 * @property {string} service that publishes it
 * @property {string} message name of the message that declares its data
 * @property {string} description what it means
 * @property {DeclaredField} entity
 * @property {DeclaredField} changes
 * @property {DescMessage} descriptor of the message
 * @property {OptionsOf} optionsOf reads the options of its fields
 */

/** @typedef {import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js').DescMessage} DescMessage */
/** @typedef {import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js').DescField} DescField */
/** @typedef {{ inlined?: boolean, absent?: boolean, oneOf?: string[] }} Payload option of a field */
/** @typedef {(field: DescField) => Payload} OptionsOf */

/**
 * The events that services declare, in the order of the protos.
 * @param {string} folder with the descriptor sets
 * @param {readonly string[]} services
 * @returns {DeclaredEvent[]}
 */
export function readEvents(folder, services) {
  return services.flatMap((service) => eventsOf(join(folder, `${service}.binpb`), service));
}

/**
 * @param {string} file @param {string} service
 * @returns {DeclaredEvent[]}
 */
function eventsOf(file, service) {
  /** @type {typeof import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js')} */
  const { createFileRegistry, fromBinary, getOption, hasOption } = protobuf('@bufbuild/protobuf');
  /** @type {typeof import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/wkt/index.js')} */
  const { FileDescriptorSetSchema } = protobuf('@bufbuild/protobuf/wkt');
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(file)));
  const option = registry.getExtension('forgemesh.api.v1.event');
  const declaring = registry.getFile(`forgemesh/${service}/v1/events.proto`);
  if (!option || !declaring) return [];
  const payloadOption = registry.getExtension('forgemesh.api.v1.payload');
  /** @type {OptionsOf} */
  const optionsOf = (field) =>
    payloadOption && hasOption(field, payloadOption) ? /** @type {Payload} */ (getOption(field, payloadOption)) : {};
  return declaring.messages
    .filter((message) => hasOption(message, option))
    .map((descriptor) => {
      const part = (/** @type {string} */ name) => {
        const field = descriptor.fields.find((one) => one.name === name);
        if (!field) throw new Error(`${descriptor.typeName}: an event has a field ${name}`);
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

/** @param {string} type @param {string} service @param {DescMessage} message */
function assertWellNamed(type, service, message) {
  const [owner, resource = '', verb = ''] = type.split('.');
  const words = `${resource}_${verb}_event`.split('_');
  const expected = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (owner !== service || message.name !== expected)
    throw new Error(`${message.typeName}: an event ${type} is declared by forgemesh.${owner}.v1.${expected}`);
  const unknown = message.fields.find(({ name }) => name !== 'entity' && name !== 'changes');
  if (unknown) throw new Error(`${message.typeName}: an event has no field ${unknown.name} beside entity and changes`);
}

/** @param {DescField} field @param {OptionsOf} optionsOf @returns {DeclaredField} */
function describeField(field, optionsOf) {
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
 * Whether a message is used by events alone. The fields of such a message are required, those of a
 * message that is named `...Changes` are not.
 * @param {DescMessage} message
 */
function isOfEvents({ file }) {
  return /\/events$|^forgemesh\/api\/v1\/field_change$/.test(file.name);
}

/** @param {DescField} field @param {Payload} options */
function isRequired({ parent }, { absent }) {
  return !absent && !parent.name.endsWith('Changes');
}

/** @param {DescField} field @param {Payload} options */
function typeOf({ proto, fieldKind, message, enum: values, scalar }, { oneOf = [] }) {
  const name = message?.name ?? values?.name ?? scalarName(scalar);
  const single = oneOf.length > 0 ? oneOf.map((value) => `\`${value}\``).join(', ') : name;
  if (fieldKind === 'map') return `map of ${single}`;
  if (fieldKind === 'list') return `list of ${single}`;
  return proto.proto3Optional ? `${single} or null` : single;
}

/** @param {number | undefined} scalar */
function scalarName(scalar) {
  /** @type {typeof import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js')} */
  const { ScalarType } = protobuf('@bufbuild/protobuf');
  return scalar === undefined ? '' : (ScalarType[scalar] ?? '').toLowerCase();
}

// Numbers of the fields that lead to an element in a FileDescriptorProto, as comments are filed by.
const MESSAGES_OF_FILE = 4;
const FIELDS_OF_MESSAGE = 2;

/** @param {DescMessage | DescField} element */
function commentOf(element) {
  const message = element.kind === 'message' ? element : element.parent;
  const path = [MESSAGES_OF_FILE, message.file.proto.messageType.indexOf(message.proto)];
  if (element.kind === 'field') path.push(FIELDS_OF_MESSAGE, message.fields.indexOf(element));
  const locations = message.file.proto.sourceCodeInfo?.location ?? [];
  const comment = locations.find((location) => location.path.join() === path.join())?.leadingComments ?? '';
  return comment.replace(/\s+/g, ' ').trim();
}

/**
 * TypeScript that adds the declared events to the types of `@forgemesh/events`. The messages that
 * only events use become types of JSON here: events never travel as protobuf. Messages of the
 * API have the types of the generated code, as its answers present them.
 * @param {readonly DeclaredEvent[]} events
 */
export function eventTypesSource(events) {
  const source = new TypeSource();
  const entries = events.map(({ type, description, descriptor, optionsOf }) =>
    [`    /** ${description} */`, `    '${type}': ${source.nameOf(descriptor, optionsOf)};`].join('\n'),
  );
  return [
    '// Generated from proto/forgemesh/*/v1/events.proto.',
    "import type { Answer } from '../../packages/rpc/src/operation';",
    ...source.imports(),
    '',
    // The file that declares the interface: an augmentation of the index cannot reach what it exports again.
    "declare module '../../packages/events/src/event-types' {",
    '  interface EventTypes {',
    ...entries,
    '  }',
    '}',
    ...source.declarations(),
    '',
  ].join('\n');
}

/** @type {Readonly<Record<string, string>>} Types of the messages that stand for any JSON. */
const jsonTypes = {
  'google.protobuf.Struct': 'Record<string, unknown>',
  'google.protobuf.Value': 'unknown',
  'google.protobuf.ListValue': 'unknown[]',
  'forgemesh.api.v1.NoChanges': 'Record<string, never>',
  'forgemesh.api.v1.OmittedChange': 'Record<string, never>',
};

/** The TypeScript of messages, with all that they use. */
class TypeSource {
  /** @type {Map<string, string>} Declarations by the names of the types. */
  #types = new Map();
  /** @type {Map<string, string>} Files of imported modules by their names. */
  #modules = new Map();

  imports() {
    return [...this.#modules].map(([name, file]) => `import type * as ${name} from './${file}';`).sort();
  }

  declarations() {
    return [...this.#types.values()];
  }

  /**
   * Name of the type of a message, which is declared where it is first used.
   * @param {DescMessage} message @param {OptionsOf} optionsOf
   * @returns {string}
   */
  nameOf(message, optionsOf) {
    const { typeName, file } = message;
    const json = jsonTypes[typeName];
    if (json) return json;
    const local = typeName.slice(file.proto.package.length + 1).replaceAll('.', '_');
    if (!isOfEvents(message)) return `Answer<${this.#moduleOf(file)}.${local}>`;
    const name = `${file.name.split('/')[1]}_${local}`;
    if (!this.#types.has(name)) {
      this.#types.set(name, '');
      this.#types.set(name, this.#declarationOf(name, message, optionsOf));
    }
    return name;
  }

  /** @param {string} name @param {DescMessage} message @param {OptionsOf} optionsOf */
  #declarationOf(name, message, optionsOf) {
    const inlined = message.fields.filter((field) => optionsOf(field).inlined);
    const bases = inlined.map((field) => {
      if (field.fieldKind !== 'message') throw new Error(`${message.typeName}: ${field.name} cannot be inlined`);
      const name = this.nameOf(field.message, optionsOf);
      return isRequired(field, optionsOf(field)) ? name : `Partial<${name}>`;
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

  /** @param {DescField} field @param {OptionsOf} optionsOf */
  #typeOf(field, optionsOf) {
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

  /** @param {DescMessage['file']} file */
  #moduleOf({ name: file }) {
    const name = file.replaceAll('/', '_');
    this.#modules.set(name, file);
    return name;
  }
}

/** @type {Readonly<Record<string, string>>} Types of the scalars that are no numbers. */
const scalarTypes = { string: 'string', bytes: 'string', bool: 'boolean' };
