import type { IssueListsDeps } from '#items/issues';
import type { MergeRequestListsDeps } from '#items/merge-requests';

/** Dependencies of the items of milestones. */
export interface MilestoneItemsDeps extends IssueListsDeps, MergeRequestListsDeps {
  queries: IssueListsDeps['queries'] & MergeRequestListsDeps['queries'];
  /** Pages of issues and merge requests. */
  lists: IssueListsDeps['lists'] & MergeRequestListsDeps['lists'];
}
