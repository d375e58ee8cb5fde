import { createEpicIssue } from './operations/create-epic-issue';
import { deleteEpicIssue } from './operations/delete-epic-issue';
import { listEpicIssues } from './operations/list-epic-issues';
import { updateEpicIssue } from './operations/update-epic-issue';

export const epicIssueOperations = [createEpicIssue, deleteEpicIssue, listEpicIssues, updateEpicIssue];
