import type { Sequences } from '@forgemesh/data';
import type { IssueChangesDeps } from '#items/issues';
import type { LabelQueries } from '#planning/labels';

/** Dependencies of promoting issues to epics. */
export interface PromotionsDeps extends IssueChangesDeps {
  queries: LabelQueries;
  /** Numbers (`iid`) of epics per group. */
  sequences: Sequences;
}
