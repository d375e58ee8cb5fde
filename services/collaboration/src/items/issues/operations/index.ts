import { addIssueSpentTime } from './add-issue-spent-time';
import { createIssue } from './create-issue';
import { deleteIssue } from './delete-issue';
import { getIssue } from './get-issue';
import { getIssueUserAgentDetail } from './get-issue-user-agent-detail';
import { getIssueTimeStats } from './get-issue-time-stats';
import { listGroupIssues, listIssues, listProjectIssues } from './list-issues';
import { listIssueParticipants } from './list-issue-participants';
import { resetIssueSpentTime } from './reset-issue-spent-time';
import { resetIssueTimeEstimate } from './reset-issue-time-estimate';
import { setIssueTimeEstimate } from './set-issue-time-estimate';
import { subscribeToIssue } from './subscribe-to-issue';
import { unsubscribeFromIssue } from './unsubscribe-from-issue';
import { updateIssue } from './update-issue';

export const issueOperations = [
  addIssueSpentTime,
  createIssue,
  deleteIssue,
  getIssue,
  getIssueTimeStats,
  getIssueUserAgentDetail,
  listGroupIssues,
  listIssueParticipants,
  listIssues,
  listProjectIssues,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssue,
];
