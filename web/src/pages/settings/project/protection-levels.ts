/** Who may change protected branches and tags. */
import { t } from '@lingui/core/macro';

/** Roles as options of a field. */
export const protectionLevels = [
  { value: '40', text: t`Maintainers` },
  { value: '30', text: t`Developers and maintainers` },
  { value: '0', text: t`No one` },
] as const;

type Level = 0 | 30 | 40;

/** A role, user or group with a right. */
export interface AccessEntry {
  id: number;
  access_level: number | null;
  access_level_description: string;
  user_id: number | null;
  group_id: number | null;
}

/** A user or group that gets a right. */
export type Subject = { user_id: number } | { group_id: number };

/** A change of a list of entries, as the API takes it. */
type EntryChange = { id: number; destroy: true } | { access_level: Level } | Subject;

/** Returns the access level of an option. */
export function levelOf(value: (typeof protectionLevels)[number]['value']): Level {
  return value === '0' ? 0 : value === '30' ? 30 : 40;
}

/** Returns who has one of the access levels. */
export function whoText(entries: readonly { access_level_description: string }[]): string {
  return entries.map((entry) => entry.access_level_description).join(', ') || t`No one`;
}

/** Returns the option for the lowest role that has the right. */
export function roleOf(entries: readonly AccessEntry[]): string {
  const levels = entries.flatMap(({ access_level: level }) => (level === null || level === 0 ? [] : [level]));
  return levels.length === 0 ? '0' : String(Math.min(...levels));
}

/** Returns the users and groups of a list as options of a field. */
export function namedOptions(entries: readonly AccessEntry[]): { value: string; text: string }[] {
  return entries
    .filter(({ access_level: level }) => level === null)
    .map(({ id, access_level_description: name }) => ({ value: String(id), text: name }));
}

/** Returns the entries of a new protection: a role, and users and groups. */
export function newEntries(level: Level, subjects: readonly Subject[]): ({ access_level: Level } | Subject)[] {
  // "No one" beside users and groups says nothing.
  return level === 0 && subjects.length > 0 ? [...subjects] : [{ access_level: level }, ...subjects];
}

/**
 * Returns the changes that lead from the entries to a role (undefined: unchanged), the kept users
 * and groups (undefined: all), and further ones.
 */
export function entryChanges(
  entries: readonly AccessEntry[],
  { level, kept, added }: { level: Level | undefined; kept: readonly string[] | undefined; added: readonly Subject[] },
): EntryChange[] {
  const removed = entries.filter((entry) =>
    entry.access_level === null ? kept !== undefined && !kept.includes(String(entry.id)) : level !== undefined,
  );
  const isNew = (subject: Subject): boolean =>
    !entries.some((entry) =>
      'user_id' in subject ? entry.user_id === subject.user_id : entry.group_id === subject.group_id,
    );
  return [
    ...removed.map(({ id }) => ({ id, destroy: true as const })),
    ...(level === undefined ? [] : [{ access_level: level }]),
    ...added.filter(isNew),
  ];
}
