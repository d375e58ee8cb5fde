/** Changes of documents in the form in which events carry them. */

/** Fields with their values before and after. */
export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** Changed fields of a document, before and after; null for an optional field that is absent. */
export type ChangesOf<T> = { [K in keyof T]?: { from: Present<T[K]>; to: Present<T[K]> } };

type Present<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** Returns the fields of a change whose value differs from that of the document. */
export function changesOf<T extends object>(before: T, set: Partial<T>): ChangesOf<T> {
  const names = Object.keys(set) as (keyof T & string)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(set[name] ?? null))
      .map((name) => [name, { from: before[name] ?? null, to: set[name] ?? null }]),
  ) as ChangesOf<T>;
}
