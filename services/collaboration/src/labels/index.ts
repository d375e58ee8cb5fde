import { createGroupLabel } from './create-group-label';
import { createProjectLabel } from './create-project-label';
import { deleteGroupLabel } from './delete-group-label';
import { deleteProjectLabel } from './delete-project-label';
import { getGroupLabel } from './get-group-label';
import { getProjectLabel } from './get-project-label';
import { listGroupLabels } from './list-group-labels';
import { listProjectLabels } from './list-project-labels';
import { promoteProjectLabel } from './promote-project-label';
import { subscribeToGroupLabel } from './subscribe-to-group-label';
import { subscribeToProjectLabel } from './subscribe-to-project-label';
import { unsubscribeFromGroupLabel } from './unsubscribe-from-group-label';
import { unsubscribeFromProjectLabel } from './unsubscribe-from-project-label';
import { updateGroupLabel } from './update-group-label';
import { updateProjectLabel } from './update-project-label';

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
