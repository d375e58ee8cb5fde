/** Presents entries of protections in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProtectionAccessLevel } from '@forgemesh/proto/repository/v1/protected_branch';
import { findUsers } from '#clients/users';
import type { AccessEntry, NumberedEntry } from './access-entry';
import type { AccessEntriesDeps } from './deps';

const roles: Record<number, string> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

/** Names of users and groups by id. */
export interface EntryNames {
  users: ReadonlyMap<number, { name: string }>;
  groups: ReadonlyMap<number, { name: string }>;
}

/** For events, which contain no names of users and groups. */
export const NO_NAMES: EntryNames = { users: new Map(), groups: new Map() };

/** Loads the names of the users and groups that entries name. */
export async function loadEntryNames(deps: AccessEntriesDeps, entries: readonly AccessEntry[]): Promise<EntryNames> {
  const groupIds = [...new Set(entries.flatMap(({ group_id: id }) => id ?? []))];
  const [users, { groups }] = await Promise.all([
    findUsers(
      deps,
      entries.flatMap(({ user_id: id }) => id ?? []),
    ),
    groupIds.length === 0 ? { groups: [] } : deps.clients.groups.listGroupProfiles({ ids: groupIds }),
  ]);
  return { users, groups: new Map(groups.map((group) => [group.id, group])) };
}

/** An entry in the changes of events. */
export interface EventEntry {
  id: number;
  access_level: number | null;
  user_id: number | null;
  group_id: number | null;
}

/** Presents an entry in the changes of events. */
export function presentEventEntry(entry: NumberedEntry): EventEntry {
  return {
    id: entry.id,
    access_level: entry.access_level ?? null,
    user_id: entry.user_id ?? null,
    group_id: entry.group_id ?? null,
  };
}

/** Presents an entry. */
export function presentEntry(entry: NumberedEntry, names: EntryNames): ResponseOf<ProtectionAccessLevel> {
  return {
    ...presentEventEntry(entry),
    access_level_description: describe(entry, names),
  };
}

function describe({ access_level: level, user_id: user, group_id: group }: AccessEntry, names: EntryNames): string {
  if (user !== undefined) return names.users.get(user)?.name ?? '';
  if (group !== undefined) return names.groups.get(group)?.name ?? '';
  return roles[level ?? 0] ?? '';
}
