import { addIssueSpentTime } from './add-issue-spent-time';
import { getIssueTimeStats } from './get-issue-time-stats';
import { resetIssueSpentTime } from './reset-issue-spent-time';
import { resetIssueTimeEstimate } from './reset-issue-time-estimate';
import { setIssueTimeEstimate } from './set-issue-time-estimate';
import { addMergeRequestSpentTime } from './add-merge-request-spent-time';
import { getMergeRequestTimeStats } from './get-merge-request-time-stats';
import { resetMergeRequestSpentTime } from './reset-merge-request-spent-time';
import { resetMergeRequestTimeEstimate } from './reset-merge-request-time-estimate';
import { setMergeRequestTimeEstimate } from './set-merge-request-time-estimate';

export const timeTrackingOperations = [
  addIssueSpentTime,
  getIssueTimeStats,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
  addMergeRequestSpentTime,
  getMergeRequestTimeStats,
  resetMergeRequestSpentTime,
  resetMergeRequestTimeEstimate,
  setMergeRequestTimeEstimate,
];
