/**
 * What the reads of branches, commits and merge requests ask for: kept for a moment, and dropped by
 * any write of the service to its collection. What a write may do is decided by what is read anew.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { PipelineDocument } from './ci/pipelines/pipeline.model';
import type { Protection } from './access/policy';

/** Long enough for the many who ask for the same at once. */
const BRIEF_MS = 200;

/** The kept reads. */
export interface QueryCaches {
  /** Protections by project. */
  protections: QueryCache<readonly Protection[], number>;
  /** The newest pipeline of a commit, by project and commit. */
  newestPipelines: QueryCache<PipelineDocument | null>;
}

/** Makes the kept reads of a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const brief = { lifeMs: BRIEF_MS };
  return {
    protections: new QueryCache(connection, ['protected_branches'], brief),
    newestPipelines: new QueryCache(connection, ['pipelines'], brief),
  };
}
