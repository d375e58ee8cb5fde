import { createIssueLink } from './create-issue-link';
import { deleteIssueLink } from './delete-issue-link';
import { listIssueLinks } from './list-issue-links';

export const issueLinkOperations = [createIssueLink, deleteIssueLink, listIssueLinks];
