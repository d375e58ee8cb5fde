import { createGroupLabel, createProjectLabel } from './create-label';
import { deleteGroupLabel, deleteProjectLabel } from './delete-label';
import { getGroupLabel, getProjectLabel } from './get-label';
import { listGroupLabels, listProjectLabels } from './list-labels';
import { promoteProjectLabel } from './promote-project-label';
import { subscribeToGroupLabel, subscribeToProjectLabel } from './subscribe-to-label';
import { unsubscribeFromGroupLabel, unsubscribeFromProjectLabel } from './unsubscribe-from-label';
import { updateGroupLabel, updateProjectLabel } from './update-label';

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
