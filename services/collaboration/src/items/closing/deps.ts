import type { IssueListsDeps } from '#items/issues';
import type { MergeRequestListsDeps } from '#items/merge-requests';

/** Dependencies of the issues that merge requests close. */
export interface ClosingDeps extends IssueListsDeps, MergeRequestListsDeps {
  queries: IssueListsDeps['queries'] & MergeRequestListsDeps['queries'];
  /** Pages of issues and merge requests. */
  lists: IssueListsDeps['lists'] & MergeRequestListsDeps['lists'];
}
