import { getActivityFeed } from './get-activity-feed';
import { getIssuesFeed } from './get-issues-feed';

export const feedOperations = [getActivityFeed, getIssuesFeed];
