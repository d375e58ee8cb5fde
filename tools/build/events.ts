// The events that the protos declare, read from descriptor sets, and the TypeScript that is generated from them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.ts';

// The library is a dependency of the generated code, not of the root.
const protobuf = createRequire(join(root, 'proto/package.json'));

/**
 * @typedef {object} DeclaredField
 * @property {string} name
 * @property {string} type of the value, as a text: `string or null`, `list of int64`
 * @property {string} description
 * @property {DeclaredField[]} fields those of a message that only events use, else empty
 */

/**
 * @typedef {object} DeclaredEvent
 * @property {string} type `<service>.<resource>.<past_tense>`
 * @property {string} service that publishes it
 * @property {string} message name of the message that declares its data
 * @property {string} description what it means
 * @property {DeclaredField | undefined} entity
 * @property {DeclaredField | undefined} changes
 */

/** @typedef {import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js').DescMessage} DescMessage */
/** @typedef {import('../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js').DescField} DescField */

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
  return declaring.messages
    .filter((message) => hasOption(message, option))
    .map((message) => {
      const part = (/** @type {string} */ name) => {
        const field = message.fields.find((one) => one.name === name);
        return field && describeField(field);
      };
      const type = String(getOption(message, option));
      assertWellNamed(type, service, message);
      const { name } = message;
      return {
        type,
        service,
        message: name,
        description: commentOf(message),
        entity: part('entity'),
        changes: part('changes'),
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

/** @param {DescField} field @returns {DeclaredField} */
function describeField(field) {
  const message = field.message ?? undefined;
  const isOfEvents = message?.file.name.endsWith('/events') ?? false;
  return {
    name: field.name,
    type: typeOf(field),
    description: commentOf(field),
    fields: message && isOfEvents ? message.fields.map(describeField) : [],
  };
}

/** @param {DescField} field */
function typeOf({ proto, fieldKind, message, enum: values, scalar }) {
  const single = message?.name ?? values?.name ?? scalarName(scalar);
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
 * TypeScript that adds the declared events to the types of `@forgemesh/events`.
 * @param {readonly DeclaredEvent[]} events
 */
export function eventTypesSource(events) {
  const services = [...new Set(events.map(({ service }) => service))];
  const imports = services.map((service) => `import type * as ${service} from './forgemesh/${service}/v1/events';`);
  const entries = events.map(({ type, service, message, description }) =>
    [`    /** ${description} */`, `    '${type}': ${service}.${message};`].join('\n'),
  );
  return [
    '// Generated from proto/forgemesh/*/v1/events.proto.',
    ...imports,
    '',
    // The file that declares the interface: an augmentation of the index cannot reach what it exports again.
    "declare module '../../packages/events/src/event-types' {",
    '  interface EventTypes {',
    ...entries,
    '  }',
    '}',
    '',
  ].join('\n');
}
