import { ForgeError } from '@forgemesh/errors';
import { entriesOf, titleOf, type EntryChange } from './access-entry';
import type { AccessEntriesDeps } from './deps';

type Deps = Pick<AccessEntriesDeps, 'clients'>;

/** The users and groups of some entries that have access to a project. */
export interface ProjectSubjects {
  users: ReadonlySet<number>;
  groups: ReadonlySet<number>;
}

/** Finds which of the named users are members of a project, and which groups have access to it. */
export async function findProjectSubjects(
  { clients }: Deps,
  projectId: number,
  entries: readonly EntryChange[],
): Promise<ProjectSubjects> {
  const userIds = [...new Set(entries.flatMap(({ user_id: id }) => id ?? []))];
  const groupIds = [...new Set(entries.flatMap(({ group_id: id }) => id ?? []))];
  const [{ levels }, { group_ids: groups }] = await Promise.all([
    userIds.length === 0
      ? { levels: [] }
      : clients.members.listProjectLevels({ project_id: projectId, user_ids: userIds }),
    groupIds.length === 0
      ? { group_ids: [] }
      : clients.members.listProjectGroups({ project_id: projectId, group_ids: groupIds }),
  ]);
  return { users: new Set(levels.map(({ user_id: id }) => id)), groups: new Set(groups) };
}

/**
 * Throws ForgeError `unprocessable` if lists name users who are not members of the project, or
 * groups that have no access to it.
 */
export async function assertAccess(deps: Deps, projectId: number, lists: Record<string, EntryChange[]>): Promise<void> {
  const { users, groups } = await findProjectSubjects(deps, projectId, entriesOf(lists as never));
  const problems = Object.entries(lists).flatMap(([name, entries]) => [
    ...(entries.some(({ user_id: id }) => id !== undefined && !users.has(id))
      ? [`${titleOf(name)} user is not a member of the project`]
      : []),
    ...(entries.some(({ group_id: id }) => id !== undefined && !groups.has(id))
      ? [`${titleOf(name)} group does not have access to the project`]
      : []),
  ]);
  if (problems.length > 0) throw new ForgeError('unprocessable', problems);
}
