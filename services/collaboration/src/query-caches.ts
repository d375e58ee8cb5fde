/**
 * Caches for the reads that most list pages are built from: most for 200 ms, cleared by any write
 * of the service to the collection. Writes do not use them.
 */
import { LoadCache } from '@forgemesh/cache';
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { Collaboration } from './deps';

/** Long enough to serve concurrent identical requests. */
const CACHE_MS = 200;
/** An entry may hold thousands of labels. */
const MAX_LARGE_ENTRIES = 200;
/** An entry may hold a long text. */
const MAX_ITEMS = 1_000;
/** How long a running update is shared, in milliseconds. */
const MAX_SHARED_UPDATE_MS = 10_000;

/** The queries of all areas. */
export type QueryCaches = Collaboration['queries'];

/** The caches of a database. */
export type DatabaseCaches = Omit<
  QueryCaches,
  'issuesByNumber' | 'mergeRequestsByNumber' | 'closingReads' | 'populated'
>;

/** Creates the caches of a database. */
export function createQueryCaches(connection: Connection): DatabaseCaches {
  const shortLived = { ttlMs: CACHE_MS };
  const limited = { ...shortLived, maxEntries: MAX_ITEMS };
  return {
    labels: new QueryCache(connection, ['labels'], shortLived),
    milestones: new QueryCache(connection, ['milestones'], shortLived),
    labelLists: new QueryCache(connection, ['labels'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    owned: new QueryCache(connection, ['labels', 'milestones'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    // For the response and the event of a change of an issue.
    closing: new QueryCache(connection, ['merge_requests']),
    unresolved: new QueryCache(connection, ['notes'], shortLived),
    epicDates: new QueryCache(connection, ['issues', 'milestones'], limited),
    issueByNumber: new QueryCache(connection, ['issues'], limited),
    mergeRequestByNumber: new QueryCache(connection, ['merge_requests'], limited),
    wrote: new QueryCache(connection, ['notes'], limited),
    // For all consumers of a push.
    requestsOfBranch: new QueryCache(connection, ['merge_requests']),
    // Several events of one push cause the same update.
    mergeRefs: new LoadCache({ maxEntries: 1, ttlMs: 0, maxSharedMs: MAX_SHARED_UPDATE_MS }),
    storedVersions: new QueryCache(connection, ['diff_versions'], limited),
    issues: new QueryCache(connection, ['issues'], limited),
    mergeRequests: new QueryCache(connection, ['merge_requests'], limited),
    epics: new QueryCache(connection, ['epics'], limited),
    noteBodies: new QueryCache(connection, ['notes'], limited),
    dueMilestones: new QueryCache(connection, ['milestones'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    prioritizedLabels: new QueryCache(connection, ['labels'], { ...shortLived, maxEntries: MAX_LARGE_ENTRIES }),
    todoScopes: new QueryCache(connection, ['todos'], limited),
    hiddenTargets: new QueryCache(connection, ['todos', 'issues'], limited),
  };
}
