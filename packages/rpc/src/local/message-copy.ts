/**
 * Copies messages between services of one process: the copy is what the receiver would decode from
 * the encoded message, so that no two services share mutable state and both ends see the same
 * values in every layout.
 */
import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { emptyOf, jsonMessages } from '../server/plain-messages';
import { PreparedJson } from '../server/prepared-json';

/** Copies a message of one type. Null counts as absent, except where any JSON may stand. */
export type MessageCopier = (value: unknown) => Record<string, unknown>;

type Fields = Record<string, unknown>;
type ValueCopier = (value: unknown) => unknown;

/** A message that stands for any JSON value, also null. */
const VALUE = 'google.protobuf.Value';

const copiers = new WeakMap<DescMessage, MessageCopier>();

/** Returns the copier of a message type. It is compiled at its first use. */
export function copierOf(message: DescMessage): MessageCopier {
  let copier = copiers.get(message);
  if (!copier) {
    let compiled: MessageCopier | undefined;
    // Messages may contain themselves.
    copier = (value) => (compiled ??= compileMessage(message))(value);
    copiers.set(message, copier);
  }
  return copier;
}

function compileMessage({ fields, oneofs }: DescMessage): MessageCopier {
  const own = fields
    .filter(({ oneof }) => oneof === undefined)
    .map((field) => ({ name: field.name, copy: fieldCopier(field) }));
  const choices = oneofs.map(({ name, fields: members }) => ({
    name,
    copies: new Map(members.map((member) => [member.name, valueCopier(member)])),
  }));
  return (value) => {
    const given = (value ?? {}) as Fields;
    const copy: Fields = {};
    for (const field of own) copy[field.name] = field.copy(given[field.name]);
    for (const { name, copies } of choices) copy[name] = copyChoice(given[name], copies);
    return copy;
  };
}

/** Copies a oneof: `{ $case, value }`. */
function copyChoice(given: unknown, copies: ReadonlyMap<string, ValueCopier>): unknown {
  const { $case, value } = (given ?? {}) as { $case?: string; value?: unknown };
  const copy = $case === undefined ? undefined : copies.get($case);
  return copy && { $case, value: copy(value) };
}

function fieldCopier(field: DescField): ValueCopier {
  const copy = rawFieldCopier(field);
  const isJson = field.fieldKind === 'message' && field.message.typeName === VALUE;
  return (value) => copy(value instanceof PreparedJson ? value.value() : isJson ? value : (value ?? undefined));
}

function rawFieldCopier(field: DescField): ValueCopier {
  switch (field.fieldKind) {
    case 'list': {
      const copy = elementCopier(field.message, field.scalar);
      return (value) => ((value ?? []) as unknown[]).map(copy);
    }
    case 'map': {
      const copy = elementCopier(field.message, field.scalar);
      return (value) => {
        const copied: Fields = {};
        for (const [key, entry] of Object.entries((value ?? {}) as Fields)) setOwn(copied, key, copy(entry));
        return copied;
      };
    }
    case 'message': {
      const copy = valueCopier(field);
      if (field.message.typeName === VALUE) return copyJson;
      return (value) => (value === undefined ? undefined : copy(value));
    }
    default: {
      const copy = valueCopier(field);
      if (field.proto.proto3Optional) return (value) => (value === undefined ? undefined : copy(value));
      return (value) => (value === undefined ? emptyOf(field.scalar) : copy(value));
    }
  }
}

function valueCopier(field: DescField): ValueCopier {
  return elementCopier(field.message, field.scalar);
}

function elementCopier(message: DescMessage | undefined, scalar: ScalarType | undefined): ValueCopier {
  if (message) return jsonMessages.has(message.typeName) ? copyJson : copierOf(message);
  switch (scalar) {
    case ScalarType.BYTES:
      return (value) => Buffer.from(value as Uint8Array);
    case ScalarType.FLOAT:
      return (value) => Math.fround(value as number);
    case ScalarType.STRING:
      // A lone surrogate cannot be encoded as UTF-8.
      return (value) => (value as string).toWellFormed();
    default:
      return (value) => value;
  }
}

const withJson = new WeakMap<DescMessage, boolean>();

/** Whether a message type contains fields that hold any JSON. */
export function hasJson(message: DescMessage): boolean {
  const known = withJson.get(message);
  if (known !== undefined) return known;
  // Messages may contain themselves.
  withJson.set(message, false);
  const found = message.fields.some(({ message: part }) => part && (jsonMessages.has(part.typeName) || hasJson(part)));
  withJson.set(message, found);
  return found;
}

/** Copies plain JSON; absent properties are left out. */
export function copyJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map((entry: unknown) => copyJson(entry) ?? null) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Fields = {};
  for (const [key, entry] of Object.entries(value)) if (entry !== undefined) setOwn(copy, key, copyJson(entry));
  return copy as T;
}

/** Sets a property of the object itself: clients may send `__proto__`. */
function setOwn(target: Fields, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}
