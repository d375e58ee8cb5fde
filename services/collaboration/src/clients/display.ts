/**
 * Profiles for displaying users, projects and groups, loaded from their owners in batches. Never
 * used for authorization.
 */
import type { AccessCaches, BatchCache } from '@forgemesh/cache';
import type { ResponseOf } from '@forgemesh/rpc';
import type { UserBrief } from '@forgemesh/proto/collaboration/v1/common';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { GroupProfile, ProjectProfile } from '@forgemesh/proto/projects/v1/project_directory';
import type { Clients } from './clients';

/** Profiles by id. */
export interface Display {
  users: BatchCache<number, UserProfile>;
  projects: BatchCache<number, ProjectProfile>;
  groups: BatchCache<number, GroupProfile>;
}

/** Creates empty caches. */
export function createDisplay({ users, directory }: Clients, caches: AccessCaches): Display {
  return {
    users: caches.create(async (ids) => byId((await users.listUserProfiles({ ids })).users)),
    projects: caches.create(async (ids) => byId((await directory.listProjectProfiles({ ids })).projects)),
    groups: caches.create(async (ids) => byId((await directory.listGroupProfiles({ ids })).groups)),
  };
}

/** A user in brief; null if the user does not exist. */
export function presentUser(user: UserProfile | undefined): ResponseOf<UserBrief> | null {
  if (!user) return null;
  const { id, name, username, state, avatar_url, web_url } = user;
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url };
}

/**
 * Loads names that a response will show into the caches, in parallel with other work. Failures are
 * ignored here: the later lookup reports them.
 */
export async function preloadNames(
  { display }: { display: Display },
  { userIds, projectIds }: { userIds: readonly number[]; projectIds: readonly number[] },
): Promise<void> {
  await Promise.allSettled([display.users.find(userIds), display.projects.find(projectIds)]);
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
