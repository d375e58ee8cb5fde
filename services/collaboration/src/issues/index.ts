import { createIssue } from './create-issue';
import { deleteIssue } from './delete-issue';
import { getIssue } from './get-issue';
import { listGroupIssues } from './list-group-issues';
import { listIssues } from './list-issues';
import { listProjectIssues } from './list-project-issues';
import { updateIssue } from './update-issue';

export const issueOperations = [
  createIssue,
  deleteIssue,
  getIssue,
  listGroupIssues,
  listIssues,
  listProjectIssues,
  updateIssue,
];
