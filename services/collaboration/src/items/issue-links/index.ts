import { createIssueLink } from './operations/create-issue-link';
import { deleteIssueLink } from './operations/delete-issue-link';
import { listIssueLinks } from './operations/list-issue-links';

export const issueLinkOperations = [createIssueLink, deleteIssueLink, listIssueLinks];
