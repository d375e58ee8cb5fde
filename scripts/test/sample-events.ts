// Samples of every declared event, built from its schema: for tests that no consumer fails on one.

import { join } from 'node:path';
import { commentOf, isRequired, readEvents, type DeclaredEvent } from '../build/events.ts';
import { protobuf, type Protobuf } from '../build/protobuf.ts';
import { root } from '../lib/root.ts';
import { services } from '../mesh/services.ts';

/** A sample of an event. */
export interface SampleEvent {
  /** `<service>.<resource>.<past_tense>`. */
  type: string;
  /** Publishing service. */
  service: string;
  data: { entity: object; version: number; changes: object };
}

/**
 * Samples of an event differ in the values of fields that have several, in what is null and in what
 * is absent.
 */
const SAMPLES_PER_EVENT = 3;
/** A message in a message at this depth is left out: messages may contain themselves. */
const MAX_DEPTH = 5;

/** Samples of all declared events. Every id and number in them is `id`. */
export function sampleEvents(id: number): SampleEvent[] {
  const names = services.map(({ name }) => name).sort();
  return readEvents(join(root, 'proto/gen/descriptors'), names).flatMap((event) =>
    Array.from({ length: SAMPLES_PER_EVENT }, (_, index) => sampleOf(event, { id, index })),
  );
}

interface Sample {
  id: number;
  /** Number of the sample of its event. */
  index: number;
}

type OptionsOf = DeclaredEvent['optionsOf'];

function sampleOf({ type, service, descriptor, optionsOf }: DeclaredEvent, sample: Sample): SampleEvent {
  const { entity, changes } = objectOf(descriptor, optionsOf, sample, 0) as { entity: object; changes: object };
  return { type, service, data: { entity, version: sample.index + 1, changes } };
}

/** Values of the messages that represent any JSON value. */
const jsonValues: Readonly<Record<string, unknown>> = {
  'google.protobuf.Struct': {},
  'google.protobuf.Value': 'value',
  'google.protobuf.ListValue': [],
};

function objectOf(message: Protobuf.DescMessage, optionsOf: OptionsOf, sample: Sample, depth: number): unknown {
  const json = jsonValues[message.typeName];
  if (json !== undefined) return json;
  const object: Record<string, unknown> = {};
  for (const field of message.fields) {
    const options = optionsOf(field);
    if (!isRequired(field, options) && isOdd(sample)) continue;
    const value = valueOf(field, optionsOf, sample, depth);
    if (options.inlined) Object.assign(object, value);
    else object[field.name] = value;
  }
  return object;
}

function valueOf(field: Protobuf.DescField, optionsOf: OptionsOf, sample: Sample, depth: number): unknown {
  if (field.proto.proto3Optional && isOdd(sample)) return null;
  if (field.message && depth >= MAX_DEPTH) return field.fieldKind === 'list' ? [] : null;
  const single = field.message
    ? objectOf(field.message, optionsOf, sample, depth + 1)
    : scalarOf(field, optionsOf(field).oneOf, sample);
  if (field.fieldKind === 'list') return [single];
  return field.fieldKind === 'map' ? { key: single } : single;
}

function scalarOf(field: Protobuf.DescField, oneOf: readonly string[] = [], { id, index }: Sample): unknown {
  const { ScalarType } = protobuf();
  if (field.enum) return field.enum.values[index % field.enum.values.length]?.number;
  if (field.scalar === ScalarType.BOOL) return index % 2 === 0;
  if (field.scalar !== ScalarType.STRING && field.scalar !== ScalarType.BYTES) return id;
  const values = oneOf.length > 0 ? oneOf : textsOf(field);
  return values[index % values.length];
}

/** Texts by the name of a field; otherwise the values that its comment lists. */
function textsOf(field: Protobuf.DescField): readonly string[] {
  const found = textsByName.find(([name]) => name.test(field.name));
  if (found) return [found[1]];
  const listed = [...commentOf(field).matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  return listed.length > 0 ? listed : [`a ${field.name}`];
}

const textsByName: readonly (readonly [RegExp, string])[] = [
  [/date$/, '2026-01-02'],
  [/(_at|_on|_since|_until|time)$/, '2026-01-02T03:04:05.678Z'],
  [/(sha|commit_id|^before|^after)$/, 'a'.repeat(40)],
  [/storage$/, 'default'],
  [/email$/, 'someone@example.com'],
  [/url$/, 'https://forge.example/a/b'],
];

function isOdd({ index }: Sample): boolean {
  return index % 2 === 1;
}
