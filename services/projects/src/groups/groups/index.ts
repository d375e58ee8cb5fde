import { createGroup } from './operations/create-group';
import { deleteGroup } from './operations/delete-group';
import { getGroup } from './operations/get-group';
import { listGroupProjects } from './operations/list-group-projects';
import { listGroups } from './operations/list-groups';
import { listSubgroups } from './operations/list-subgroups';
import { transferProjectToGroup } from './operations/transfer-project-to-group';
import { updateGroup } from './operations/update-group';

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
