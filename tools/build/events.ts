// The events that the protos declare, read from descriptor sets, and the TypeScript that is
// generated from them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import type * as Protobuf from '../../proto/node_modules/@bufbuild/protobuf/dist/esm/index.js';
import type * as WellKnown from '../../proto/node_modules/@bufbuild/protobuf/dist/esm/wkt/index.js';

// The library is a dependency of the generated code, not of the root.
const load = createRequire(join(root, 'proto/package.json'));
const protobuf = () => load('@bufbuild/protobuf') as typeof Protobuf;
const wellKnown = () => load('@bufbuild/protobuf/wkt') as typeof WellKnown;

export interface DeclaredField {
  name: string;
  /** Of the value, as a text: `string or null`, `list of int64`. */
  type: string;
  description: string;
  /** Those of a message that only events use, else empty. */
  fields: DeclaredField[];
}

export interface DeclaredEvent {
  /** `<service>.<resource>.<past_tense>`. */
  type: string;
  /** That publishes it. */
  service: string;
  /** Name of the message that declares its data. */
  message: string;
  /** What it means. */
  description: string;
  entity: DeclaredField | undefined;
  changes: DeclaredField | undefined;
}

/**
 * The events that services declare, in the order of the protos.
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
  return declaring.messages
    .filter((message) => hasOption(message, option))
    .map((message) => {
      const part = (name: string) => {
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

function assertWellNamed(type: string, service: string, message: Protobuf.DescMessage) {
  const [owner, resource = '', verb = ''] = type.split('.');
  const words = `${resource}_${verb}_event`.split('_');
  const expected = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (owner !== service || message.name !== expected)
    throw new Error(`${message.typeName}: an event ${type} is declared by forgemesh.${owner}.v1.${expected}`);
  const unknown = message.fields.find(({ name }) => name !== 'entity' && name !== 'changes');
  if (unknown) throw new Error(`${message.typeName}: an event has no field ${unknown.name} beside entity and changes`);
}

function describeField(field: Protobuf.DescField): DeclaredField {
  const message = field.message ?? undefined;
  const isOfEvents = message?.file.name.endsWith('/events') ?? false;
  return {
    name: field.name,
    type: typeOf(field),
    description: commentOf(field),
    fields: message && isOfEvents ? message.fields.map(describeField) : [],
  };
}

function typeOf({ proto, fieldKind, message, enum: values, scalar }: Protobuf.DescField) {
  const single = message?.name ?? values?.name ?? scalarName(scalar);
  if (fieldKind === 'map') return `map of ${single}`;
  if (fieldKind === 'list') return `list of ${single}`;
  return proto.proto3Optional ? `${single} or null` : single;
}

function scalarName(scalar: number | undefined) {
  const { ScalarType } = protobuf();
  return scalar === undefined ? '' : (ScalarType[scalar] ?? '').toLowerCase();
}

// Numbers of the fields that lead to an element in a FileDescriptorProto, as comments are filed by.
const MESSAGES_OF_FILE = 4;
const FIELDS_OF_MESSAGE = 2;

function commentOf(element: Protobuf.DescMessage | Protobuf.DescField) {
  const message = element.kind === 'message' ? element : element.parent;
  const path = [MESSAGES_OF_FILE, message.file.proto.messageType.indexOf(message.proto)];
  if (element.kind === 'field') path.push(FIELDS_OF_MESSAGE, message.fields.indexOf(element));
  const locations = message.file.proto.sourceCodeInfo?.location ?? [];
  const comment = locations.find((location) => location.path.join() === path.join())?.leadingComments ?? '';
  return comment.replace(/\s+/g, ' ').trim();
}

/** TypeScript that adds the declared events to the types of `@forgemesh/events`. */
export function eventTypesSource(events: readonly DeclaredEvent[]) {
  const services = [...new Set(events.map(({ service }) => service))];
  const imports = services.map((service) => `import type * as ${service} from './forgemesh/${service}/v1/events';`);
  const entries = events.map(({ type, service, message, description }) =>
    [`    /** ${description} */`, `    '${type}': ${service}.${message};`].join('\n'),
  );
  return [
    '// Generated from proto/forgemesh/*/v1/events.proto.',
    ...imports,
    '',
    // The file that declares the interface: an augmentation of the index cannot reach what it
    // exports again.
    "declare module '../../packages/events/src/event-types' {",
    '  interface EventTypes {',
    ...entries,
    '  }',
    '}',
    '',
  ].join('\n');
}
