import { createEpicIssue } from './create-epic-issue';
import { deleteEpicIssue } from './delete-epic-issue';
import { listEpicIssues } from './list-epic-issues';
import { updateEpicIssue } from './update-epic-issue';

export const epicIssueOperations = [createEpicIssue, deleteEpicIssue, listEpicIssues, updateEpicIssue];
