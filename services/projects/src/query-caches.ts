/**
 * Caches for the reads of nearly every request. A write of the service to a collection clears its
 * caches. Rights and responses are computed from the cached data each time, so a result is never
 * older than its oldest part. Writes read from the database.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { FoundNamespace, NamespaceNode } from './namespaces/namespace-node';
import type { NamespaceDocument } from './namespaces/namespace.model';
import type { PushRuleDocument } from './projects/push-rules/push-rule.model';
import type { ProjectDocument } from './projects/model/project.model';
import type { UserDocument } from './clients/users/user.model';

/**
 * Long enough for an authorization and the operation that follows it, and for concurrent identical
 * requests.
 */
const READ_TTL_MS = 200;
/**
 * The gateway caches authorization results for another 500 ms, so an expired membership takes
 * effect within one second.
 */
const ACCESS_TTL_MS = 500;
/** Users may hold thousands of keys. */
const MAX_CACHED_USERS = 1_000;

/** The query caches of this service. */
export interface QueryCaches {
  /** Projects by id, or by namespace and path, in the form of list reads. */
  projectCache: QueryCache<ProjectDocument | null>;
  /** Groups by id. */
  groupCache: QueryCache<NamespaceDocument | null, number>;
  /** The namespace fields for full paths, names and rights, by id. */
  namespaceCache: QueryCache<NamespaceNode, number>;
  /** The same fields by full path. */
  namespacePathCache: QueryCache<FoundNamespace | null>;
  /** Access keys held by users, by user id. */
  accessKeyCache: QueryCache<ReadonlyMap<string, number>, number>;
  /** Notification levels by user id. */
  notificationLevelCache: QueryCache<ReadonlyMap<string, number>, number>;
  /** Whether a user is a member of anything inside a group, by user and group. */
  descendantMembershipCache: QueryCache<boolean>;
  /** Users for display. */
  userCache: QueryCache<UserDocument, number>;
  /** Push rules by project id, for the checks of pushes and commits. */
  pushRuleCache: QueryCache<PushRuleDocument | null, number>;
}

/** Creates the caches for a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const accessOptions = { ttlMs: ACCESS_TTL_MS, maxSharedMs: ACCESS_TTL_MS };
  const readOptions = { ...accessOptions, ttlMs: READ_TTL_MS };
  return {
    projectCache: new QueryCache(connection, ['projects'], readOptions),
    groupCache: new QueryCache(connection, ['namespaces'], readOptions),
    namespaceCache: new QueryCache(connection, ['namespaces'], accessOptions),
    namespacePathCache: new QueryCache(connection, ['namespaces'], accessOptions),
    accessKeyCache: new QueryCache(connection, ['memberships', 'namespaces'], {
      ...accessOptions,
      maxEntries: MAX_CACHED_USERS,
    }),
    notificationLevelCache: new QueryCache(connection, ['notification_levels'], { maxEntries: MAX_CACHED_USERS }),
    descendantMembershipCache: new QueryCache(connection, ['projects', 'namespaces', 'memberships'], accessOptions),
    userCache: new QueryCache(connection, ['users']),
    pushRuleCache: new QueryCache(connection, ['push_rules']),
  };
}
