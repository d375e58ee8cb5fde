/**
 * Display data of users and groups, loaded from their services in batches and cached. Never used
 * for authorization.
 */
import type { AccessCaches, BatchCache } from '@forgemesh/cache';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ApprovalGroup, ApprovalUser } from '@forgemesh/proto/approvals/v1/approval_rule';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { GroupProfile } from '@forgemesh/proto/projects/v1/project_directory';
import type { Clients } from './clients';

/** Caches of users and groups by id. */
export interface Display {
  users: BatchCache<number, UserProfile>;
  groups: BatchCache<number, GroupProfile>;
}

/** Creates empty caches. */
export function createDisplay({ users, directory }: Clients, caches: AccessCaches): Display {
  return {
    users: caches.create(async (ids) => byId((await users.listUserProfiles({ ids })).users)),
    groups: caches.create(async (ids) => byId((await directory.listGroupProfiles({ ids })).groups)),
  };
}

/** Presents the short form of a user. */
export function presentUser({ id, name, username, state, avatar_url, web_url }: UserProfile): ResponseOf<ApprovalUser> {
  return { id, name, username, state, avatar_url: avatar_url ?? null, web_url };
}

/** Presents a group as approval rules show it. */
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
    ldap_cn: null,
    ldap_access: null,
  };
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
