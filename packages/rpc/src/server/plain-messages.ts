/** What protobuf cannot express: lists that were not sent, null, and absent plain fields. */
import { ScalarType } from '@bufbuild/protobuf';

/** Messages whose generated type is plain JSON. */
export const jsonMessages: ReadonlySet<string> = new Set([
  ...['google.protobuf.Value', 'google.protobuf.Struct', 'google.protobuf.ListValue'],
]);

/** Returns the value of an absent field without presence: that of its type; 0 for enums. */
export function emptyOf(scalar: ScalarType | undefined): unknown {
  switch (scalar) {
    case ScalarType.STRING:
      return '';
    case ScalarType.BOOL:
      return false;
    case ScalarType.BYTES:
      return Buffer.alloc(0);
    default:
      return 0;
  }
}

/**
 * Returns a request of the REST API without its empty lists: a handler sees a list that was not
 * sent as undefined, as with JSON; protobuf cannot distinguish it from an empty one.
 */
export function withoutEmptyLists(request: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );
}

/** Protobuf has no null: it becomes absent. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutNulls(entry)]));
}
