/**
 * What the reads of nearly every request ask for: kept for a moment, and dropped by any write of the service to its collection. Rights
 * and answers are computed from them each time, so that no answer is older than the oldest of its parts. Writes read anew.
 */
import { ReadCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { FoundNamespace, NamespaceNode } from './groups/namespaces/namespace-node';
import type { NamespaceDocument } from './groups/namespaces/namespace.model';
import type { ProjectDocument } from './projects/projects/project.model';
import type { UserDocument } from './clients/users/user.model';

/** Long enough for the question about rights and the operation that follows it, and for many that ask the same at once. */
const BRIEF_MS = 200;
/** The gateway caches authorization results for another 500 ms: a membership that expires counts for a second longer at most. */
const RIGHTS_MS = 500;
/** Users may hold thousands of keys. */
const MOST_HOLDERS = 1_000;

/** The kept reads. */
export interface KnownReads {
  /** Projects by id or place, as reads present them. */
  projects: ReadCache<ProjectDocument | null>;
  /** Groups by id, as reads present them. */
  groups: ReadCache<NamespaceDocument | null, number>;
  /** What full paths, names and rights need of namespaces, by id. */
  nodes: ReadCache<NamespaceNode, number>;
  /** The same by full path. */
  paths: ReadCache<FoundNamespace | null>;
  /** Keys that users hold, by user. */
  held: ReadCache<ReadonlyMap<string, number>, number>;
  /** Of how much users are told where, by user. */
  notificationLevels: ReadCache<ReadonlyMap<string, number>, number>;
  /** Whether a user is a member of something inside a group. */
  inside: ReadCache<boolean>;
  /** Users for display. */
  users: ReadCache<UserDocument, number>;
}

/** Makes the kept reads of a database. */
export function createKnownReads(connection: Connection): KnownReads {
  const rights = { lifeMs: RIGHTS_MS, underWayMs: RIGHTS_MS };
  const brief = { ...rights, lifeMs: BRIEF_MS };
  return {
    projects: new ReadCache(connection, ['projects'], brief),
    groups: new ReadCache(connection, ['namespaces'], brief),
    nodes: new ReadCache(connection, ['namespaces'], rights),
    paths: new ReadCache(connection, ['namespaces'], rights),
    held: new ReadCache(connection, ['memberships', 'namespaces'], { ...rights, maxEntries: MOST_HOLDERS }),
    notificationLevels: new ReadCache(connection, ['notification_levels'], { maxEntries: MOST_HOLDERS }),
    inside: new ReadCache(connection, ['projects', 'namespaces', 'memberships'], rights),
    users: new ReadCache(connection, ['users']),
  };
}
