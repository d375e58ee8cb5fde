import type { EpicViewDeps } from '#items/epics';
import type { IssueChangesDeps, IssueViewDeps } from '#items/issues';

/** Dependencies of the issues of epics. */
export interface EpicIssuesDeps extends EpicViewDeps, IssueViewDeps, IssueChangesDeps {
  queries: IssueViewDeps['queries'];
}
