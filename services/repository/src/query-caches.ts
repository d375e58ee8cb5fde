/**
 * Query caches for reads of branches, commits and merge requests, and for the checks of pushes:
 * short-lived, and cleared by any write of the service to the collection.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { PipelineDocument } from './ci/pipelines/pipeline.model';
import type { StoredProtection } from './refs/protected-branches/protected-branch.model';

/** Long enough to share the result among concurrent requests. */
const TTL_MS = 200;

/** The cached queries. */
export interface QueryCaches {
  /** Protections by project. */
  protections: QueryCache<readonly StoredProtection[], number>;
  /** The newest pipeline of a commit, by project and commit. */
  newestPipelines: QueryCache<PipelineDocument | null>;
}

/** Creates the query caches of a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const options = { ttlMs: TTL_MS };
  return {
    protections: new QueryCache(connection, ['protected_branches']),
    newestPipelines: new QueryCache(connection, ['pipelines'], options),
  };
}
