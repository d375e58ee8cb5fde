import type { CallerEntry } from '#access';
import type { AccessEntry } from './access-entry';
import type { AccessEntriesDeps } from './deps';

/** The user whose rights are evaluated; null for callers without a user. */
export type EntryCaller = { id: number; admin: boolean } | null;

/** Converts entries to entries as they apply to the caller. */
export type ForCaller = (entries: readonly AccessEntry[]) => CallerEntry[];

/**
 * Loads which of the named groups the caller is a direct member of, and which of them have access
 * to the project. Administrators are treated as members of all.
 */
export async function loadEntriesForCaller(
  { clients }: Pick<AccessEntriesDeps, 'clients'>,
  projectId: number,
  { user, entries }: { user: EntryCaller; entries: readonly AccessEntry[] },
): Promise<ForCaller> {
  const groupIds = [...new Set(entries.flatMap(({ group_id: id }) => id ?? []))];
  const { group_ids: own } =
    user === null || user.admin || groupIds.length === 0
      ? { group_ids: [] }
      : await clients.members.listProjectGroups({ project_id: projectId, group_ids: groupIds, user_id: user.id });
  const names = ({ user_id: userId, group_id: groupId }: AccessEntry): boolean => {
    if (user === null || (userId === undefined && groupId === undefined)) return false;
    return user.admin || userId === user.id || (groupId !== undefined && own.includes(groupId));
  };
  return (given) =>
    given.map((entry) => ({
      ...(entry.access_level !== undefined && { access_level: entry.access_level }),
      names_caller: names(entry),
    }));
}
