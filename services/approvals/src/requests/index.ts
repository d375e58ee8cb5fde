/** Public interface of the approvals of merge requests. */
export { loadApprovalContext, loadCachedApprovalContext, type RequestApprovalContext } from './approval-context';
export type { ApprovalDocument } from './approval.model';
export type { QueryCaches } from './query-caches';
export type { RequestApprovalsDocument } from './request-approvals.model';
export {
  assertNotGenerated,
  authorizeOverride,
  changeRequestRules,
  ensureRequestApprovals,
  fetchSummary,
} from './request-approvals';
