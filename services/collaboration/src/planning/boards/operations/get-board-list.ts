import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { presentBoardList } from '../board.entity';
import { findBoard } from '../find-board';
import type { BoardsDeps } from '../deps';

/** Gets a list of an issue board of a project. */
export const getProjectBoardList = operation(
  ProjectBoardServiceDefinition.getProjectBoardList,
  async (request, call: Call<BoardsDeps>) => {
    const board = await findBoard(call.deps, projectScope(call), request.board_id);
    return presentBoardList(call.deps, board, request.list_id);
  },
);

/** Gets a list of an issue board of a group. */
export const getGroupBoardList = operation(
  GroupBoardServiceDefinition.getGroupBoardList,
  async (request, call: Call<BoardsDeps>) => {
    const board = await findBoard(call.deps, groupScope(call), request.board_id);
    return presentBoardList(call.deps, board, request.list_id);
  },
);
