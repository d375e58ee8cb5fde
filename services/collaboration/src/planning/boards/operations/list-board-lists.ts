import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { listBoardLists } from '../list-board-lists';
import type { BoardsDeps } from '../deps';

/** Lists the lists of an issue board of a project. */
export const listProjectBoardLists = operation(
  ProjectBoardServiceDefinition.listProjectBoardLists,
  async (request, call: Call<BoardsDeps>) => listBoardLists(call, request, projectScope(call)),
);

/** Lists the lists of an issue board of a group. */
export const listGroupBoardLists = operation(
  GroupBoardServiceDefinition.listGroupBoardLists,
  async (request, call: Call<BoardsDeps>) => listBoardLists(call, request, groupScope(call)),
);
