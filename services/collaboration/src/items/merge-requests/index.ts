/** Public interface of merge requests. */
export { approvalVersionOf } from './approval-version';
export { updateMergeRequest } from './changes/update-merge-request';
export { changeMergeRequest, type MergeRequestSet, recordMergeRequestChange } from './changes/change-merge-request';
export { setSubscription } from './changes/set-subscription';
export { closeIssuesOfMerge, MERGED, refreshClosing } from './closing-issues';
export { closingReferencesIn } from './closing-references';
export { createMergeRequestForIssue } from './create-merge-request-for-issue';
export {
  type Diffs,
  type MergeRequestChangesDeps,
  type MergeRequestListsDeps,
  type MergeRequestQueries,
  type MergeRequestsDeps,
} from './deps';
export { hasHead, type NewVersion } from './diffs/diff-versions';
export { refreshMergeRequest } from './diffs/refresh-merge-request';
export { isDraft, withoutDraftMark } from './drafts';
export { findMergeRequest, refreshFor } from './find-merge-request';
export { listMergeRequestPage } from './list/list-merge-request-page';
export { allMergeRequests, groupMergeRequests, projectMergeRequests } from './list/merge-request-filter';
export { refreshApprovers } from './list/refresh-approvers';
export { type MergeRequestChanges, pageSince } from './merge-request-texts';
export { presentMergeRequests } from './merge-request.entity';
export { acceptMergeRequest } from './merging/accept-merge-request';
export { isPipelineRunning } from './merging/assert-mergeable';
export { autoMerge } from './merging/auto-merge';
export { mergeContent } from './merging/merge-content';
export { mergeSettingsOf, mergeSettingsOfOne, mergeSubject, sidesOf, storageOf } from './merging/merge-settings';
export { removeSourceBranch } from './merging/remove-source-branch';
export { requestRebase } from './merging/request-rebase';
export { runRebase } from './merging/run-rebase';
export { updateMergeRef } from './merging/update-merge-ref';
export { applyPushOptionsAs } from './pushes/apply-push-options-as';
export { assertCanReview, recordApproval, requestReviews, reviewOf, type ReviewVerdict } from './reviewers/reviews';
export { type ProjectBranch, requestsOfBranches } from './requests-of-branches';
