/** What a change changes, as events tell it. */

/** Fields whose value differs, each with the value before and after. */
export function changesOf<T extends object>(
  before: T,
  set: Partial<T>,
): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(set) as (keyof T & string)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(set[name]))
      .map((name) => [name, { from: before[name] ?? null, to: set[name] }]),
  );
}
