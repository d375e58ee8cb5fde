/** A list of items: its projects, and the items that the caller may see. */
import type { Call } from '@forgemesh/rpc';
import type { RowCheck } from '@forgemesh/data';
import type { QueryFilter } from 'mongoose';
import {
  type AccessDeps,
  type ItemFeature,
  MAX_PROJECT_IDS,
  type Readable,
  readableLevels,
  readableProjects,
  subjectOf,
} from '#access';
import { allOf, checkOf, type Condition, type ItemCondition, LargeCondition } from '#queries';
import type { PopulatedProjects } from '#items/model';

/** The conditions of a list. */
export interface ItemList<T> {
  /** Condition on the projects of the list; empty for the whole instance and for many projects. */
  scope: Condition;
  /** All conditions that are not part of the check. */
  filter: Condition;
  /** Check of the caller's rights if they may read many projects, and of large conditions. */
  check?: RowCheck<T> | undefined;
}

/** Describes which items of readable projects the caller may see. */
export interface VisibleItems<T> {
  feature: ItemFeature;
  /** Projects that have at least one item. */
  populated: PopulatedProjects;
  /** Condition on the items of the given projects that the caller may see. */
  open: (levels: Readable['levels']) => Condition;
  /** The fields that `isOpen` needs, besides the project. */
  fields: Record<string, 1>;
  isOpen: (item: T, level: number) => boolean;
}

/**
 * The items of many projects, optionally only of a group, that the caller may see and that meet the
 * conditions.
 */
export async function itemsOfMany<T extends { project_id: number | null }>(
  call: Call<Pick<AccessDeps, 'readable'>>,
  groupId: number | undefined,
  visible: VisibleItems<T>,
  conditions: readonly ItemCondition[],
): Promise<ItemList<T>> {
  const { feature, populated, open, fields, isOpen } = visible;
  const { everything, levels, has_more } = await readableProjects(call, feature, groupId, MAX_PROJECT_IDS);
  const large = conditions.filter((condition) => condition instanceof LargeCondition);
  const others = conditions.filter((condition) => !(condition instanceof LargeCondition));
  const filter = allOf(others);
  if (everything) return { scope: {}, filter, check: checkOf<T>(large, undefined) };
  const named = (readable: Readable['levels']): Condition => ({ project_id: { $in: [...readable.keys()] } });
  if (!has_more) {
    const seen = allOf([named(levels), open(levels), ...others]);
    return { scope: named(levels), filter: seen, check: checkOf<T>(large, undefined) };
  }
  const rights: RowCheck<T> = {
    key: JSON.stringify([subjectOf(call), feature, groupId]),
    fields: { project_id: 1 as const, ...fields },
    pick: async (items: T[]) => {
      const ids = new Set(items.flatMap(({ project_id: id }) => id ?? []));
      const readable = await readableLevels(call, feature, groupId, [...ids]);
      return items.filter((item) => {
        const level = readable.get(item.project_id ?? 0);
        return level !== undefined && isOpen(item, level);
      });
    },
    toFilter: async () => {
      const all = await readableProjects(call, feature, groupId);
      const ids = await populated.filter(all.levels.keys());
      const levels = new Map(ids.map((id) => [id, all.levels.get(id) ?? 0]));
      return allOf([named(levels), open(levels)]) as QueryFilter<T>;
    },
  };
  return { scope: {}, filter, check: checkOf(large, rights) };
}

/** The list, restricted by another condition. */
export function restrictList<T>(list: ItemList<T>, condition: Condition): ItemList<T> {
  return { ...list, filter: allOf([condition, list.filter]) };
}

/** All conditions of a list as one database query, however many projects they name. */
export async function conditionOf<T>({ filter, check }: ItemList<T>): Promise<Condition> {
  return check ? allOf([filter, (await check.toFilter()) as Condition]) : filter;
}
