import type { EpicsDeps } from '#items/epics';
import type { IssuesDeps } from '#items/issues';

/** Dependencies of the issues of epics. */
export interface EpicIssuesDeps extends EpicsDeps, IssuesDeps {
  queries: EpicsDeps['queries'] & IssuesDeps['queries'];
  /** Pages of epics and issues. */
  lists: EpicsDeps['lists'] & IssuesDeps['lists'];
}
