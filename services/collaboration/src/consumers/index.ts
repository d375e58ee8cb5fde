import { onEpicChanged } from './on-epic-changed';
import { onEpicDeleted } from './on-epic-deleted';
import { onIssueChanged } from './on-issue-changed';
import { onItemDeleted } from './on-item-deleted';
import { onLabelDeleted } from './on-label-deleted';
import { onLabelPromoted } from './on-label-promoted';
import { onTodoOccasion } from './on-todo-occasion';

export const consumers = [
  onEpicChanged,
  onEpicDeleted,
  onIssueChanged,
  onItemDeleted,
  onLabelDeleted,
  onLabelPromoted,
  onTodoOccasion,
];
