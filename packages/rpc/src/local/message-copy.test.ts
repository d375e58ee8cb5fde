import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import fc, { type Arbitrary } from 'fast-check';
import { listMethods, parseDescriptors } from '../contract';
import type { MethodDefinition } from '../operation';
import { copierOf, copyJson } from './message-copy';

const GENERATED = join(__dirname, '../../../../proto/gen');

type AnyMethod = MethodDefinition<unknown, unknown>;

/** All generated methods by the path of their RPC. */
function generatedMethods(): Map<string, AnyMethod> {
  const files = readdirSync(join(GENERATED, 'forgemesh'), { recursive: true, encoding: 'utf8' });
  const methods = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => Object.entries(jest.requireActual<Record<string, object>>(join(GENERATED, 'forgemesh', file))))
    .filter(([name]) => name.endsWith('Definition'))
    .flatMap(([, definition]) => Object.values(definition) as AnyMethod[]);
  return new Map(methods.map((method) => [method.path, method]));
}

/** The generated code loses properties of this name. */
const hasNoPrototype = (value: unknown): boolean => !JSON.stringify(value).includes('__proto__');
const jsonValue = fc.jsonValue({ maxDepth: 2 }).filter(hasNoPrototype);
const jsonObject = fc.dictionary(fc.string(), jsonValue).filter(hasNoPrototype);

/** Protobuf sends no field that is zero, so the receiver decodes -0 as 0. */
const isNotNegativeZero = (value: number): boolean => !Object.is(value, -0);

/** Generates messages as the generated code types them; fields may be missing. */
function messageArbitrary(message: DescMessage, depth: number): Arbitrary<Record<string, unknown>> {
  const own = message.fields.filter(({ oneof }) => oneof === undefined);
  const fields = own.map((field): [string, Arbitrary<unknown>] => [field.name, fieldArbitrary(field, depth)]);
  const choices = message.oneofs.map(({ name, fields: members }): [string, Arbitrary<unknown>] => {
    const possible = members.filter((member) => depth > 0 || !member.message);
    const values = possible.map((member) =>
      fc.record({ $case: fc.constant(member.name), value: valueOf(member, depth) }),
    );
    return [name, fc.oneof(fc.constant(undefined), ...values)];
  });
  return fc.record(Object.fromEntries([...fields, ...choices]));
}

function fieldArbitrary(field: DescField, depth: number): Arbitrary<unknown> {
  const isLast = depth === 0;
  if (field.fieldKind === 'list') return isLast ? fc.constant([]) : fc.array(valueOf(field, depth), { maxLength: 2 });
  if (field.fieldKind === 'map')
    return isLast ? fc.constant({}) : fc.dictionary(keyOf(field), valueOf(field, depth), { maxKeys: 2 });
  const isOptional = field.fieldKind === 'message' || field.proto.proto3Optional;
  if (!isOptional) return valueOf(field, depth);
  return isLast ? fc.constant(undefined) : fc.option(valueOf(field, depth), { nil: undefined });
}

function keyOf(field: DescField & { fieldKind: 'map' }): Arbitrary<string> {
  // The name of the prototype cannot be a key of a plain object.
  return field.mapKey === ScalarType.STRING ? fc.string().filter((key) => key !== '__proto__') : fc.nat().map(String);
}

function valueOf({ message, scalar, enum: values }: DescField, depth: number): Arbitrary<unknown> {
  if (message?.typeName === 'google.protobuf.Struct') return jsonObject;
  if (message?.typeName === 'google.protobuf.Value') return jsonValue;
  if (message?.typeName === 'google.protobuf.ListValue') return fc.array(jsonValue);
  if (message) return messageArbitrary(message, depth - 1);
  if (values) return fc.constantFrom(...values.values.map(({ number }) => number));
  switch (scalar) {
    case ScalarType.STRING:
      return fc.string({ unit: 'binary' });
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array().map((bytes) => Buffer.from(bytes));
    case ScalarType.DOUBLE:
      return fc.double({ noNaN: true }).filter(isNotNegativeZero);
    case ScalarType.FLOAT:
      return fc.float({ noNaN: true }).filter(isNotNegativeZero);
    case ScalarType.INT64:
      return fc.maxSafeInteger();
    case ScalarType.UINT64:
      return fc.maxSafeNat();
    case ScalarType.UINT32:
      return fc.nat();
    default:
      return fc.integer();
  }
}

describe('copies of messages', () => {
  const generated = generatedMethods();
  const folder = join(GENERATED, 'descriptors');
  const registries = readdirSync(folder).map((file) => parseDescriptors(readFileSync(join(folder, file))));

  it('equal what the receiver decodes, for the messages of all RPCs', () => {
    const declared = new Map(registries.flatMap((registry) => [...listMethods(registry)]));
    expect(declared.size).toBeGreaterThan(500);
    for (const [path, { input, output }] of declared) {
      const method = generated.get(path);
      if (!method) throw new Error(`no code is generated for ${path}`);
      const { requestSerialize, requestDeserialize, responseSerialize, responseDeserialize } = method;
      fc.assert(
        fc.property(messageArbitrary(input, 3), (message) => {
          expect(copierOf(input)(message)).toEqual(requestDeserialize(requestSerialize(message)));
        }),
        { numRuns: 3 },
      );
      fc.assert(
        fc.property(messageArbitrary(output, 3), (message) => {
          expect(copierOf(output)(message)).toEqual(responseDeserialize(responseSerialize(message)));
        }),
        { numRuns: 3 },
      );
    }
  });

  it('of JSON have the prototype of all objects, whatever the client sends', () => {
    const text = '{"a":{"__proto__":{"admin":true}}}';
    const copy = copyJson(JSON.parse(text) as { a: { admin?: boolean } });
    expect(copy.a.admin).toBeUndefined();
    expect(JSON.stringify(copy)).toBe(text);
  });

  it('of JSON have no absent properties', () => {
    const list = [{ a: 1, b: undefined }, undefined];
    expect(copyJson({ list, c: null, d: undefined })).toStrictEqual({ list: [{ a: 1 }, null], c: null });
  });
});
