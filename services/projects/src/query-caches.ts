/**
 * What the reads of nearly every request ask for: kept for a moment, and dropped by any write of
 * the service to its collection. Rights and answers are computed from them each time, so that no
 * answer is older than the oldest of its parts. Writes read anew.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { FoundNamespace, NamespaceNode } from './groups/namespaces/namespace-node';
import type { NamespaceDocument } from './groups/namespaces/namespace.model';
import type { ProjectDocument } from './projects/projects/project.model';
import type { UserDocument } from './clients/users/user.model';

/**
 * Long enough for the question about rights and the operation that follows it, and for many that
 * ask the same at once.
 */
const READ_TTL_MS = 200;
/**
 * The gateway caches authorization results for another 500 ms: a membership that expires counts for
 * a second longer at most.
 */
const ACCESS_TTL_MS = 500;
/** Users may hold thousands of keys. */
const MAX_HOLDERS = 1_000;

/** The kept reads. */
export interface QueryCaches {
  /** Projects by id or place, as reads present them. */
  projects: QueryCache<ProjectDocument | null>;
  /** Groups by id, as reads present them. */
  groups: QueryCache<NamespaceDocument | null, number>;
  /** What full paths, names and rights need of namespaces, by id. */
  nodes: QueryCache<NamespaceNode, number>;
  /** The same by full path. */
  paths: QueryCache<FoundNamespace | null>;
  /** Keys that users hold, by user. */
  accessKeys: QueryCache<ReadonlyMap<string, number>, number>;
  /** Of how much users are told where, by user. */
  notificationLevels: QueryCache<ReadonlyMap<string, number>, number>;
  /** Whether a user is a member of something inside a group. */
  descendantMembership: QueryCache<boolean>;
  /** Users for display. */
  users: QueryCache<UserDocument, number>;
}

/** Makes the kept reads of a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const accessOptions = { lifeMs: ACCESS_TTL_MS, underWayMs: ACCESS_TTL_MS };
  const readOptions = { ...accessOptions, lifeMs: READ_TTL_MS };
  return {
    projects: new QueryCache(connection, ['projects'], readOptions),
    groups: new QueryCache(connection, ['namespaces'], readOptions),
    nodes: new QueryCache(connection, ['namespaces'], accessOptions),
    paths: new QueryCache(connection, ['namespaces'], accessOptions),
    accessKeys: new QueryCache(connection, ['memberships', 'namespaces'], { ...accessOptions, maxEntries: MAX_HOLDERS }),
    notificationLevels: new QueryCache(connection, ['notification_levels'], { maxEntries: MAX_HOLDERS }),
    descendantMembership: new QueryCache(connection, ['projects', 'namespaces', 'memberships'], accessOptions),
    users: new QueryCache(connection, ['users']),
  };
}
