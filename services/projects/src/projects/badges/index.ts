import { createGroupBadge, createProjectBadge } from './operations/create-badge';
import { deleteGroupBadge, deleteProjectBadge } from './operations/delete-badge';
import { getGroupBadge, getProjectBadge } from './operations/get-badge';
import { listGroupBadges, listProjectBadges } from './operations/list-badges';
import { renderGroupBadge, renderProjectBadge } from './operations/render-badge';
import { updateGroupBadge, updateProjectBadge } from './operations/update-badge';

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
