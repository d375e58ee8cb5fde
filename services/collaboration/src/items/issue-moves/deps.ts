import type { IssueLinksDeps } from '#items/issue-links';

/** Dependencies of moving issues to another project. */
export type IssueMovesDeps = IssueLinksDeps;
