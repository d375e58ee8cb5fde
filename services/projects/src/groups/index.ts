import { createGroup } from './create-group';
import { deleteGroup } from './delete-group';
import { getGroup } from './get-group';
import { listGroupProjects } from './list-group-projects';
import { listGroups } from './list-groups';
import { listSubgroups } from './list-subgroups';
import { transferProjectToGroup } from './transfer-project-to-group';
import { updateGroup } from './update-group';

export const groupOperations = [
  createGroup,
  deleteGroup,
  getGroup,
  listGroupProjects,
  listGroups,
  listSubgroups,
  transferProjectToGroup,
  updateGroup,
];
