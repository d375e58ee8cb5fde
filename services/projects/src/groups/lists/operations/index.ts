import { listGroupProjects } from './list-group-projects';
import { listGroups } from './list-groups';
import { listSubgroups } from './list-subgroups';

export const groupListOperations = [listGroupProjects, listGroups, listSubgroups];
