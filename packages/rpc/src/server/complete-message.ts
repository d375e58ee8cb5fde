/**
 * Responses of handlers are shaped for JSON: null is a value, and fields may be omitted. Protobuf
 * has neither for lists, maps and plain fields, so they get their empty values before encoding.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { emptyOf, jsonMessages } from './plain-messages';
import { PreparedJson } from './prepared-json';

type Fields = Record<string, unknown>;

/** Returns the response in the shape that the generated code of its message encodes. */
export function completeMessage(value: unknown, message: DescMessage): unknown {
  if (jsonMessages.has(message.typeName) || typeof value !== 'object' || value === null) return value;
  const given = value as Fields;
  const complete: Fields = {};
  for (const { name } of message.oneofs) complete[name] = given[name];
  for (const field of message.fields) {
    if (field.oneof === undefined) complete[field.name] = completeField(given[field.name] ?? undefined, field);
  }
  return complete;
}

function completeField(given: unknown, field: DescField): unknown {
  const value = given instanceof PreparedJson ? given.value() : given;
  switch (field.fieldKind) {
    case 'list': {
      const { message } = field;
      const list = (value ?? []) as unknown[];
      return message ? list.map((entry) => completeMessage(entry, message)) : list;
    }
    case 'map': {
      const { message } = field;
      const entries = Object.entries((value ?? {}) as Fields);
      return Object.fromEntries(
        entries.map(([key, entry]) => [key, message ? completeMessage(entry, message) : entry]),
      );
    }
    case 'message':
      return value === undefined ? undefined : completeMessage(value, field.message);
    default:
      return value === undefined && isPlain(field) ? emptyOf(field.scalar) : value;
  }
}

/** Whether a field has a value even if it was omitted. */
function isPlain({ proto }: DescField): boolean {
  return !proto.proto3Optional;
}
