import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { projectScope, groupScope } from '#planning/labels/label-scope';
import { operation } from '#operation';
import { listBoardLists } from '../list-board-lists';

/** Lists the lists of an issue board of a project. */
export const listProjectBoardLists = operation(
  ProjectBoardServiceDefinition.listProjectBoardLists,
  async (request, call) => listBoardLists(call, request, projectScope(call)),
);

/** Lists the lists of an issue board of a group. */
export const listGroupBoardLists = operation(GroupBoardServiceDefinition.listGroupBoardLists, async (request, call) =>
  listBoardLists(call, request, groupScope(call)),
);
