import type { IssueListsDeps } from '#items/issues';
import type { MergeRequestListsDeps } from '#items/merge-requests';

/** Dependencies of exports of issues. */
export type IssueExportsDeps = IssueListsDeps;

/** Dependencies of exports of merge requests. */
export type MergeRequestExportsDeps = MergeRequestListsDeps;
