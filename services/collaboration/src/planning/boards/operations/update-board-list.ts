import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { projectScope, groupScope } from '#planning/labels/label-scope';
import { operation } from '#operation';
import { moveList } from '../change-lists';

/** Moves a list of an issue board of a project. */
export const updateProjectBoardList = operation(
  ProjectBoardServiceDefinition.updateProjectBoardList,
  async (request, call) => moveList(call, projectScope(call), request),
);

/** Moves a list of an issue board of a group. */
export const updateGroupBoardList = operation(GroupBoardServiceDefinition.updateGroupBoardList, async (request, call) =>
  moveList(call, groupScope(call), request),
);
