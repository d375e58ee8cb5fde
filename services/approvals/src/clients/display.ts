/**
 * How users and groups are displayed: loaded from their owners in batches. Never used for
 * authorization.
 */
import type { AccessCaches, BatchCache } from '@forgemesh/cache';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ApprovalGroup, ApprovalUser } from '@forgemesh/proto/approvals/v1/approval_rule';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { GroupProfile } from '@forgemesh/proto/projects/v1/project_directory';
import type { Clients } from './clients';

/** Users and groups by id. */
export interface Display {
  users: BatchCache<number, UserProfile>;
  groups: BatchCache<number, GroupProfile>;
}

/** Starts with nothing known. */
export function createDisplay({ users, directory }: Clients, caches: AccessCaches): Display {
  return {
    users: caches.create(async (ids) => byId((await users.listUserProfiles({ ids })).users)),
    groups: caches.create(async (ids) => byId((await directory.listGroupProfiles({ ids })).groups)),
  };
}

/** A user in short. */
export function presentUser({ id, name, username, state, avatar_url, web_url }: UserProfile): ResponseOf<ApprovalUser> {
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url };
}

/** A group with what approval objects show of it. */
export function presentGroup(group: GroupProfile): ResponseOf<ApprovalGroup> {
  return {
    id: group.id,
    name: group.name,
    path: group.path,
    description: group.description,
    visibility: group.visibility,
    lfs_enabled: group.lfs_enabled,
    avatar_url: group.avatar_url ?? null,
    web_url: group.web_url,
    request_access_enabled: group.request_access_enabled,
    full_name: group.full_name,
    full_path: group.full_path,
    parent_id: group.parent_id ?? null,
    ...{ ldap_cn: null, ldap_access: null },
  };
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
