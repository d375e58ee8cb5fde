/**
 * What the reads of approvals ask for: kept for a moment, for the many who ask for the same at
 * once, and dropped by any write of the service to its collection. Rights are not among it. Writes
 * and verdicts read anew.
 */
import { QueryCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { ProjectApprovalsDocument } from './projects/project-approvals.model';
import type { ApprovalDocument } from './requests/approval.model';
import type { RequestApprovalsDocument } from './requests/request-approvals.model';

const BRIEF_MS = 200;

/** The kept reads. */
export interface QueryCaches {
  /** Configurations by project. */
  projects: QueryCache<ProjectApprovalsDocument, number>;
  /** Rules by merge request. */
  requests: QueryCache<RequestApprovalsDocument, number>;
  /** Approvals by merge request. */
  approvals: QueryCache<ApprovalDocument[], number>;
}

/** Makes the kept reads of a database. */
export function createQueryCaches(connection: Connection): QueryCaches {
  const brief = { lifeMs: BRIEF_MS };
  return {
    projects: new QueryCache(connection, ['project_approvals'], brief),
    requests: new QueryCache(connection, ['merge_request_approvals'], brief),
    approvals: new QueryCache(connection, ['approvals'], brief),
  };
}
