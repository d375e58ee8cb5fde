import { createIssue } from './create-issue';
import { getIssue } from './get-issue';
import { listGroupIssues } from './list-group-issues';
import { listIssues } from './list-issues';
import { listProjectIssues } from './list-project-issues';

export const issueOperations = [createIssue, getIssue, listGroupIssues, listIssues, listProjectIssues];
