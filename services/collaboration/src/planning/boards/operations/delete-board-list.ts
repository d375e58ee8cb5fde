import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { projectScope, groupScope } from '#planning/labels/label-scope';
import { operation } from '#operation';
import { removeList } from '../change-lists';

/** Removes a list of an issue board of a project. */
export const deleteProjectBoardList = operation(
  ProjectBoardServiceDefinition.deleteProjectBoardList,
  async (request, call) => {
    await removeList(call, projectScope(call), request);
    return {};
  },
);

/** Removes a list of an issue board of a group. */
export const deleteGroupBoardList = operation(
  GroupBoardServiceDefinition.deleteGroupBoardList,
  async (request, call) => {
    await removeList(call, groupScope(call), request);
    return {};
  },
);
