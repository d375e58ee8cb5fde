import { createIssue } from './create-issue';
import { deleteIssue } from './delete-issue';
import { getIssue } from './get-issue';
import { getIssueUserAgentDetail } from './get-issue-user-agent-detail';
import { listGroupIssues, listIssues, listProjectIssues } from './list-issues';
import { reorderIssue } from './reorder-issue';
import { subscribeToIssue } from './subscribe-to-issue';
import { unsubscribeFromIssue } from './unsubscribe-from-issue';
import { updateIssue } from './update-issue';

export const issueOperations = [
  createIssue,
  deleteIssue,
  getIssue,
  getIssueUserAgentDetail,
  listGroupIssues,
  listIssues,
  listProjectIssues,
  reorderIssue,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssue,
];
