/** RPCs for other services; the proto names their callers. */
import { listEventEntities } from './list-event-entities';
import { discardGroupRows } from './group-rows/discard-group-rows';
import { importGroupRows } from './group-rows/import-group-rows';
import { countOpenIssues } from './count-open-issues';
import { getMailStatus } from './get-mail-status';
import { getMergeRequestSummary } from './merge-request-summary/get-merge-request-summary';
import { listApprovalVersions } from './merge-request-summary/list-approval-versions';
import { discardProjectRows } from './project-rows/discard-project-rows';
import { importProjectRows } from './project-rows/import-project-rows';
import { applyPushOptions } from './pushed-branches/apply-push-options';
import { listBranchLinks } from './pushed-branches/list-branch-links';
import { listPushGrants } from './list-push-grants';
import { listReferenceLinks } from './list-reference-links';

export const internalOperations = [
  applyPushOptions,
  countOpenIssues,
  discardGroupRows,
  discardProjectRows,
  getMailStatus,
  getMergeRequestSummary,
  importGroupRows,
  importProjectRows,
  listApprovalVersions,
  listBranchLinks,
  listEventEntities,
  listPushGrants,
  listReferenceLinks,
];
