/** Conditions on items, and those of them that name too many labels or milestones for a query. */
import type { RowCheck } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';

/** A condition of the database. */
export type Condition = Record<string, unknown>;

/** Most labels or milestones that a query names: thousands of ids cost the database seconds. */
const MAX_NAMED = 500;

type Field = 'label_ids' | 'milestone_id';
type Labelled = Partial<Record<Field, number | number[] | null>>;

/** A condition that names too many labels or milestones: it is checked on the rows of a list. */
export class LargeCondition {
  constructor(
    /** Tells it from other conditions on the same field. */
    readonly key: string,
    readonly field: Field,
    private readonly ids: ReadonlySet<number>,
    private readonly isExcluded = false,
  ) {}

  /** The opposite. */
  negated(): LargeCondition {
    return new LargeCondition(`not ${this.key}`, this.field, this.ids, !this.isExcluded);
  }

  /** Whether it holds for an item. */
  holdsFor(item: Labelled): boolean {
    const value = item[this.field] ?? [];
    return [value].flat().some((id) => this.ids.has(id)) !== this.isExcluded;
  }

  /** The same for the database. */
  toQuery(): Condition {
    const named = { [this.field]: { $in: [...this.ids] } };
    return this.isExcluded ? { $nor: [named] } : named;
  }
}

/** A condition of either kind. */
export type ItemCondition = Condition | LargeCondition;

/** The condition that an item has one of some labels or milestones, which `key` identifies. */
export function oneOf(field: Field, ids: readonly number[], key: string): ItemCondition {
  if (ids.length > MAX_NAMED) return new LargeCondition(`${field} ${key}`, field, new Set(ids));
  return { [field]: { $in: [...ids] } };
}

/** Conditions as one. */
export function allOf(conditions: readonly ItemCondition[]): Condition {
  const queries = conditions.map((condition) =>
    condition instanceof LargeCondition ? condition.toQuery() : condition,
  );
  const real = queries.filter((condition) => Object.keys(condition).length > 0);
  return real.length > 1 ? { $and: real } : (real[0] ?? {});
}

/** The check of large conditions, after that of the caller's rights where a list has one. */
export function checkOf<T>(large: readonly LargeCondition[], rights: RowCheck<T> | undefined): RowCheck<T> | undefined {
  if (large.length === 0) return rights;
  return {
    key: JSON.stringify([rights?.key, large.map(({ key }) => key)]),
    fields: { ...rights?.fields, ...Object.fromEntries(large.map(({ field }) => [field, 1 as const])) },
    pick: async (rows) => {
      const matching = rows.filter((row) => large.every((condition) => condition.holdsFor(row as Labelled)));
      return rights ? rights.pick(matching) : matching;
    },
    whole: async () => allOf([...large, ...(rights ? [(await rights.whole()) as Condition] : [])]) as QueryFilter<T>,
  };
}
