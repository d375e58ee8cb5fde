/** What a change changes, as events tell it. */

/** Fields with their values before and after. */
export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** The fields of a change whose value differs from what a document has. */
export function changesOf<T extends object>(before: T, set: Partial<T>): FieldChanges {
  const names = Object.keys(set) as (keyof T & string)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(set[name] ?? null))
      .map((name) => [name, { from: before[name] ?? null, to: set[name] ?? null }]),
  );
}
