/** Conditions on items, including those with too many labels or milestones for a query. */
import type { RowCheck } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';

/** A condition of a database query. */
export type Condition = Record<string, unknown>;

/** Maximum number of labels or milestones in a query: thousands of ids slow it by seconds. */
const MAX_QUERY_IDS = 500;

type Field = 'label_ids' | 'milestone_id';
type Labelled = Partial<Record<Field, number | number[] | null>>;

/**
 * A condition with too many labels or milestones for a query: it is checked on the rows of a list.
 */
export class LargeCondition {
  constructor(
    /** Distinguishes it from other conditions on the same field. */
    readonly key: string,
    readonly field: Field,
    private readonly ids: ReadonlySet<number>,
    private readonly isExcluded = false,
  ) {}

  /** The negated condition. */
  negated(): LargeCondition {
    return new LargeCondition(`not ${this.key}`, this.field, this.ids, !this.isExcluded);
  }

  /** Whether an item meets the condition. */
  holdsFor(item: Labelled): boolean {
    const value = item[this.field] ?? [];
    return [value].flat().some((id) => this.ids.has(id)) !== this.isExcluded;
  }

  /** The equivalent query condition. */
  toQuery(): Condition {
    const named = { [this.field]: { $in: [...this.ids] } };
    return this.isExcluded ? { $nor: [named] } : named;
  }
}

/** A condition of either kind. */
export type ItemCondition = Condition | LargeCondition;

/**
 * The condition that an item has one of the given labels or milestones; `key` identifies the set.
 */
export function oneOf(field: Field, ids: readonly number[], key: string): ItemCondition {
  if (ids.length > MAX_QUERY_IDS) return new LargeCondition(`${field} ${key}`, field, new Set(ids));
  return { [field]: { $in: [...ids] } };
}

/** Combines conditions into one. */
export function allOf(conditions: readonly ItemCondition[]): Condition {
  const queries = conditions.map((condition) =>
    condition instanceof LargeCondition ? condition.toQuery() : condition,
  );
  const real = queries.filter((condition) => Object.keys(condition).length > 0);
  return real.length > 1 ? { $and: real } : (real[0] ?? {});
}

/**
 * A row check for large conditions, followed by the check of the caller's rights if the list has
 * one.
 */
export function checkOf<T>(large: readonly LargeCondition[], rights: RowCheck<T> | undefined): RowCheck<T> | undefined {
  if (large.length === 0) return rights;
  return {
    key: JSON.stringify([rights?.key, large.map(({ key }) => key)]),
    fields: { ...rights?.fields, ...Object.fromEntries(large.map(({ field }) => [field, 1 as const])) },
    pick: async (rows) => {
      const matching = rows.filter((row) => large.every((condition) => condition.holdsFor(row as Labelled)));
      return rights ? rights.pick(matching) : matching;
    },
    toFilter: async () =>
      allOf([...large, ...(rights ? [(await rights.toFilter()) as Condition] : [])]) as QueryFilter<T>,
  };
}
