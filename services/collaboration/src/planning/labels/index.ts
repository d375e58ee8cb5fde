import { createGroupLabel } from './operations/create-group-label';
import { createProjectLabel } from './operations/create-project-label';
import { deleteGroupLabel } from './operations/delete-group-label';
import { deleteProjectLabel } from './operations/delete-project-label';
import { getGroupLabel } from './operations/get-group-label';
import { getProjectLabel } from './operations/get-project-label';
import { listGroupLabels } from './operations/list-group-labels';
import { listProjectLabels } from './operations/list-project-labels';
import { promoteProjectLabel } from './operations/promote-project-label';
import { subscribeToGroupLabel } from './operations/subscribe-to-group-label';
import { subscribeToProjectLabel } from './operations/subscribe-to-project-label';
import { unsubscribeFromGroupLabel } from './operations/unsubscribe-from-group-label';
import { unsubscribeFromProjectLabel } from './operations/unsubscribe-from-project-label';
import { updateGroupLabel } from './operations/update-group-label';
import { updateProjectLabel } from './operations/update-project-label';

export const labelOperations = [
  createGroupLabel,
  createProjectLabel,
  deleteGroupLabel,
  deleteProjectLabel,
  getGroupLabel,
  getProjectLabel,
  listGroupLabels,
  listProjectLabels,
  promoteProjectLabel,
  subscribeToGroupLabel,
  subscribeToProjectLabel,
  unsubscribeFromGroupLabel,
  unsubscribeFromProjectLabel,
  updateGroupLabel,
  updateProjectLabel,
];
