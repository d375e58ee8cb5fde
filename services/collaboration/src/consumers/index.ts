import { onIssueChanged } from './on-issue-changed';
import { onItemDeleted } from './on-item-deleted';

export const consumers = [onIssueChanged, onItemDeleted];
