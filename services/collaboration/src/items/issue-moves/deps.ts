import type { Sequences } from '@forgemesh/data';
import type { IssueLinksDeps } from '#items/issue-links';

/** Dependencies of moving issues to another project. */
export interface IssueMovesDeps extends IssueLinksDeps {
  /** Numbers (`iid`) of issues per project. */
  sequences: Sequences;
}
