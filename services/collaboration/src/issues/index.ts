import { createIssue } from './create-issue';
import { getIssue } from './get-issue';

export const issueOperations = [createIssue, getIssue];
