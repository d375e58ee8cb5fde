import { onIssueChanged } from './on-issue-changed';
import { onItemDeleted } from './on-item-deleted';
import { onLabelDeleted } from './on-label-deleted';
import { onLabelPromoted } from './on-label-promoted';

export const consumers = [onIssueChanged, onItemDeleted, onLabelDeleted, onLabelPromoted];
