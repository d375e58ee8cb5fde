import { createGroupBadge, createProjectBadge } from './create-badge';
import { deleteGroupBadge, deleteProjectBadge } from './delete-badge';
import { getGroupBadge, getProjectBadge } from './get-badge';
import { listGroupBadges, listProjectBadges } from './list-badges';
import { renderGroupBadge, renderProjectBadge } from './render-badge';
import { updateGroupBadge, updateProjectBadge } from './update-badge';

export const badgeOperations = [
  createGroupBadge,
  createProjectBadge,
  deleteGroupBadge,
  deleteProjectBadge,
  getGroupBadge,
  getProjectBadge,
  listGroupBadges,
  listProjectBadges,
  renderGroupBadge,
  renderProjectBadge,
  updateGroupBadge,
  updateProjectBadge,
];
