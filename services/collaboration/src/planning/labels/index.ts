import { createGroupLabel, createProjectLabel } from './operations/create-label';
import { deleteGroupLabel, deleteProjectLabel } from './operations/delete-label';
import { getGroupLabel, getProjectLabel } from './operations/get-label';
import { listGroupLabels, listProjectLabels } from './operations/list-labels';
import { promoteProjectLabel } from './operations/promote-project-label';
import { subscribeToGroupLabel, subscribeToProjectLabel } from './operations/subscribe-to-label';
import { unsubscribeFromGroupLabel, unsubscribeFromProjectLabel } from './operations/unsubscribe-from-label';
import { updateGroupLabel, updateProjectLabel } from './operations/update-label';

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
