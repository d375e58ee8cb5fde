/** Public interface of time tracking. */
export { changeIssueTime } from './change-issue-time';
export { changeMergeRequestTime } from './change-merge-request-time';
export { estimateOf, spentOf, withSpent } from './time-tracking';
