/**
 * What the reads of approvals ask for: kept for a moment, for the many who ask for the same at once, and dropped by any write of the service
 * to its collection. Rights are not among it. Writes and verdicts read anew.
 */
import { ReadCache } from '@forgemesh/data';
import type { Connection } from 'mongoose';
import type { ProjectApprovalsDocument } from './projects/project-approvals.model';
import type { ApprovalDocument } from './requests/approval.model';
import type { RequestApprovalsDocument } from './requests/request-approvals.model';

const BRIEF_MS = 200;

/** The kept reads. */
export interface KnownReads {
  /** Configurations by project. */
  projects: ReadCache<ProjectApprovalsDocument, number>;
  /** Rules by merge request. */
  requests: ReadCache<RequestApprovalsDocument, number>;
  /** Approvals by merge request. */
  approvals: ReadCache<ApprovalDocument[], number>;
}

/** Makes the kept reads of a database. */
export function createKnownReads(connection: Connection): KnownReads {
  const brief = { lifeMs: BRIEF_MS };
  return {
    projects: new ReadCache(connection, ['project_approvals'], brief),
    requests: new ReadCache(connection, ['merge_request_approvals'], brief),
    approvals: new ReadCache(connection, ['approvals'], brief),
  };
}
