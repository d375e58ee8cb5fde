/**
 * Query caches of reads: 200 ms, cleared by any write of this service to the collection.
 * Permissions are not cached here. Writes and merge decisions bypass the caches.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { ProjectApprovalsDocument } from '#projects';
import type { ApprovalDocument } from './approval.model';
import type { RequestApprovalsDocument } from './request-approvals.model';

const BRIEF_MS = 200;

/** Query caches by collection. */
export interface QueryCaches {
  /** Configurations by project. */
  projects: QueryCache<ProjectApprovalsDocument, number>;
  /** Rules by merge request. */
  requests: QueryCache<RequestApprovalsDocument, number>;
  /** Approvals by merge request. */
  approvals: QueryCache<ApprovalDocument[], number>;
}

/** Creates the query caches of a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const brief = { ttlMs: BRIEF_MS };
  return {
    projects: new QueryCache(connection, ['project_approvals'], brief),
    requests: new QueryCache(connection, ['merge_request_approvals'], brief),
    approvals: new QueryCache(connection, ['approvals'], brief),
  };
}
