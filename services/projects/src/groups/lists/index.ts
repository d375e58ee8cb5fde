import { listGroupProjects } from './operations/list-group-projects';
import { listGroups } from './operations/list-groups';
import { listSubgroups } from './operations/list-subgroups';

export const groupListOperations = [listGroupProjects, listGroups, listSubgroups];
