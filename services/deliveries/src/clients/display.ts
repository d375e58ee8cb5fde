/**
 * Users, projects and groups for payloads and mails, loaded from their services in batches and
 * cached. Never used for authorization.
 */
import type { AccessCaches, BatchCache } from '@forgemesh/cache';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import type { GroupProfile } from '@forgemesh/proto/projects/v1/project_directory';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Clients } from './clients';

/** Caches by id. Users, projects and groups that do not exist are missing in results. */
export interface Display {
  users: BatchCache<number, UserProfile>;
  /** Projects as their events present them. */
  projects: BatchCache<number, ResponseOf<Project>>;
  groups: BatchCache<number, GroupProfile>;
}

/** Creates empty caches. */
export function createDisplay({ users, directory, projectEntities }: Clients, caches: AccessCaches): Display {
  return {
    users: caches.create(async (ids) => byId((await users.listUserProfiles({ ids })).users)),
    projects: caches.create(async (ids) => {
      const { entities } = await projectEntities.listProjectEntities({ ids });
      return byId(entities.map((entity) => JSON.parse(entity) as ResponseOf<Project>));
    }),
    groups: caches.create(async (ids) => byId((await directory.listGroupProfiles({ ids })).groups)),
  };
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
