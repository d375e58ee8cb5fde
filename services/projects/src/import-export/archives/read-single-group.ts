/**
 * Reads the groups of an archive that is one file (`group.json`): each group contains its lists
 * and, as `children`, its subgroups.
 */
import { UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { groupEntries, groupLists, isReportedList, type GroupList } from './group-layout';
import { jsonFile } from './ndjson';
import { OmittedRelations } from './omitted';
import type { SpooledFile } from './spool';

const lists: readonly string[] = groupLists;

/** A group of the file. */
export interface SingleGroup {
  /** Number within the file, starting at 1. */
  id: number;
  /** Null for the top group. */
  parent_id: number | null;
  row: UntrustedRecord;
  lists: Readonly<Partial<Record<GroupList, readonly unknown[]>>>;
}

/** The groups, each after its parent, and the number of entries by list that are not imported. */
export interface SingleGroups {
  groups: readonly SingleGroup[];
  omitted: ReadonlyMap<string, number>;
}

/** Reads the file. Throws BadRequestError if it is invalid or has more groups than the maximum. */
export async function readSingleGroups(file: SpooledFile, maxGroups: number): Promise<SingleGroups> {
  const groups: SingleGroup[] = [];
  const omitted = new OmittedRelations();
  const pending: { value: unknown; parent_id: number | null }[] = [
    { value: await jsonFile(file, groupEntries.singleTree), parent_id: null },
  ];
  for (let next = pending.shift(); next; next = pending.shift()) {
    const id = groups.length + 1;
    if (id > maxGroups) throw new BadRequestError(`The archive has more than ${maxGroups} groups`);
    const row = UntrustedRecord.of(next.value, groupEntries.singleTree);
    const fields = Object.entries(next.value as Record<string, unknown>);
    const arrays = fields.filter((field): field is [string, unknown[]] => Array.isArray(field[1]));
    for (const [name, { length }] of arrays.filter(([name]) => name !== 'children' && !lists.includes(name)))
      if (isReportedList(name)) omitted.add(name, length);
    const own = Object.fromEntries(arrays.filter(([name]) => lists.includes(name)));
    groups.push({ id, parent_id: next.parent_id, row, lists: own });
    const children = arrays.find(([name]) => name === 'children')?.[1] ?? [];
    for (const value of children) pending.push({ value, parent_id: id });
  }
  return { groups, omitted: omitted.counts };
}
