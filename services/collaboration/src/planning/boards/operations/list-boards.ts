import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { listBoardPage } from '../list-board-page';
import type { BoardsDeps } from '../deps';

/** Lists the issue boards of a project. */
export const listProjectBoards = operation(
  ProjectBoardServiceDefinition.listProjectBoards,
  async (request, call: Call<BoardsDeps>) => listBoardPage(call, request, projectScope(call)),
);

/** Lists the issue boards of a group. */
export const listGroupBoards = operation(
  GroupBoardServiceDefinition.listGroupBoards,
  async (request, call: Call<BoardsDeps>) => listBoardPage(call, request, groupScope(call)),
);
