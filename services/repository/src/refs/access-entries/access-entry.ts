/**
 * Entries of protections: the roles, users and groups that have a right. Entries stored by earlier
 * versions have no id; they get the lowest free numbers, in the order of the lists.
 */
import { ForgeError, NotFoundError } from '@forgemesh/errors';

/** A role, user or group that has a right. Exactly one of the three is set. */
export interface AccessEntry {
  /** Number of the entry, unique within the protection. */
  id?: number;
  /** Minimum role; 0 means no one. */
  access_level?: number;
  user_id?: number;
  group_id?: number;
}

/** An entry with its number. */
export type NumberedEntry = AccessEntry & { id: number };

/** The lists of a protection, by the name of their field. */
export type EntryLists<Name extends string> = Record<Name, AccessEntry[]>;

/** A requested change: of the entry with the id, or a new entry without one. */
export interface EntryChange {
  id?: number | undefined;
  destroy?: boolean | undefined;
  access_level?: number | undefined;
  user_id?: number | undefined;
  group_id?: number | undefined;
}

/** The schema type of a list of entries. */
export const entryListType = {
  type: [{ id: Number, access_level: Number, user_id: Number, group_id: Number, _id: false }],
};

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 200;

const titles: Record<string, string> = {
  push_access_levels: 'Push access levels',
  merge_access_levels: 'Merge access levels',
  unprotect_access_levels: 'Unprotect access levels',
  create_access_levels: 'Create access levels',
};

/** Name of a list in messages. */
export function titleOf(list: string): string {
  return titles[list] ?? list;
}

/** The entries of a new protection: a single role and the listed ones, or else a default role. */
export function newEntries(
  level: number | undefined,
  listed: readonly EntryChange[] = [],
  defaultLevel: number,
): AccessEntry[] {
  const single = level ?? (listed.length === 0 ? defaultLevel : undefined);
  return [...(single === undefined ? [] : [{ access_level: single }]), ...listed.map(subjectOf)];
}

/** Numbers the entries that have no id. */
export function numberEntries<Name extends string>(lists: EntryLists<Name>): Record<Name, NumberedEntry[]> {
  const used = new Set(entriesOf(lists).flatMap(({ id }) => id ?? []));
  let free = 1;
  const numberOf = ({ id, ...entry }: AccessEntry): NumberedEntry => {
    if (id !== undefined) return { id, ...entry };
    while (used.has(free)) free++;
    used.add(free);
    return { id: free, ...entry };
  };
  const names = Object.keys(lists) as Name[];
  return Object.fromEntries(names.map((name) => [name, lists[name].map(numberOf)])) as Record<Name, NumberedEntry[]>;
}

/** The highest number that the entries have. */
export function lastIdOf(lists: Record<string, NumberedEntry[]>, stored = 0): number {
  return Math.max(stored, ...entriesOf(lists).map(({ id }) => id));
}

/**
 * Applies changes to the lists. `lastId` is the highest number that any entry has had, so that no
 * number is used twice. Throws NotFoundError for an entry that does not exist.
 */
export function changeEntries<Name extends string>(
  lists: Record<Name, NumberedEntry[]>,
  changes: Partial<Record<Name, readonly EntryChange[]>>,
  lastId: number,
): { lists: Record<Name, NumberedEntry[]>; lastId: number } {
  const changed = { ...lists };
  let last = lastId;
  for (const name of Object.keys(changes) as Name[])
    for (const change of changes[name] ?? []) {
      const { id, destroy } = change;
      if (id === undefined) {
        if (!destroy) changed[name] = [...changed[name], { id: ++last, ...subjectOf(change) }];
        continue;
      }
      if (!changed[name].some((entry) => entry.id === id)) throw new NotFoundError();
      const others = (entry: NumberedEntry): boolean => entry.id !== id;
      if (destroy) changed[name] = changed[name].filter(others);
      else changed[name] = changed[name].map((entry) => (others(entry) ? entry : replaced(entry, change)));
    }
  return { lists: changed, lastId: last };
}

/**
 * Throws ForgeError `unprocessable` if a list has too many entries, or two for the same subject.
 */
export function assertValidLists(lists: Record<string, AccessEntry[]>): void {
  const problems = Object.entries(lists).flatMap(([name, entries]) => {
    if (entries.length > MAX_ENTRIES) return [`${titleOf(name)} are too many (maximum is ${MAX_ENTRIES})`];
    const seen = new Set<string>();
    const duplicates = entries.filter((entry) => {
      const key = JSON.stringify(subjectOf(entry));
      if (seen.has(key)) return true;
      seen.add(key);
      return false;
    });
    const kinds = new Set(duplicates.map(kindOf));
    return [...kinds].map((kind) => `${titleOf(name)} ${kind} has already been taken`);
  });
  if (problems.length > 0) throw new ForgeError('unprocessable', problems);
}

/** All entries of some lists. */
export function entriesOf<T extends AccessEntry>(lists: Record<string, T[]>): T[] {
  return Object.values(lists).flat();
}

/** Keys of the users and groups that entries name, by which their protections are found. */
export function namedBy(entries: readonly AccessEntry[]): string[] {
  const keys = entries.flatMap(({ user_id: user, group_id: group }) => {
    if (user !== undefined) return [userKey(user)];
    return group === undefined ? [] : [groupKey(group)];
  });
  return [...new Set(keys)];
}

/** Key of a user in `named`. */
export function userKey(id: number): string {
  return `user/${id}`;
}

/** Key of a group in `named`. */
export function groupKey(id: number): string {
  return `group/${id}`;
}

function replaced(entry: NumberedEntry, change: EntryChange): NumberedEntry {
  const subject = subjectOf(change);
  return Object.keys(subject).length === 0 ? entry : { id: entry.id, ...subject };
}

function subjectOf({ access_level: level, user_id: user, group_id: group }: EntryChange): AccessEntry {
  if (user !== undefined) return { user_id: user };
  if (group !== undefined) return { group_id: group };
  return level === undefined ? {} : { access_level: level };
}

function kindOf({ user_id: user, group_id: group }: AccessEntry): string {
  if (user !== undefined) return 'user';
  return group === undefined ? 'access level' : 'group';
}
