import { addIssueSpentTime } from './operations/add-issue-spent-time';
import { createIssue } from './operations/create-issue';
import { deleteIssue } from './operations/delete-issue';
import { getIssue } from './operations/get-issue';
import { getIssueUserAgentDetail } from './operations/get-issue-user-agent-detail';
import { getIssueTimeStats } from './operations/get-issue-time-stats';
import { listGroupIssues, listIssues, listProjectIssues } from './operations/list-issues';
import { listIssueParticipants } from './operations/list-issue-participants';
import { moveIssue } from './operations/move-issue';
import { resetIssueSpentTime } from './operations/reset-issue-spent-time';
import { resetIssueTimeEstimate } from './operations/reset-issue-time-estimate';
import { setIssueTimeEstimate } from './operations/set-issue-time-estimate';
import { subscribeToIssue } from './operations/subscribe-to-issue';
import { unsubscribeFromIssue } from './operations/unsubscribe-from-issue';
import { updateIssue } from './operations/update-issue';

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
  moveIssue,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssue,
];
