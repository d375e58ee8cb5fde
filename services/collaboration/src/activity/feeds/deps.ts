import type { ContributionEventsDeps } from '#activity/contribution-events';
import type { IssueListsDeps } from '#items/issues';

/** Dependencies of feeds. */
export type FeedsDeps = ContributionEventsDeps & IssueListsDeps;
