import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { removeBoard } from '../change-board';
import type { BoardsDeps } from '../deps';

/** Removes an issue board of a project. */
export const deleteProjectBoard = operation(
  ProjectBoardServiceDefinition.deleteProjectBoard,
  async ({ board_id: id }, call: Call<BoardsDeps>) => {
    await removeBoard(call, projectScope(call), id);
    return {};
  },
);

/** Removes an issue board of a group. */
export const deleteGroupBoard = operation(
  GroupBoardServiceDefinition.deleteGroupBoard,
  async ({ board_id: id }, call: Call<BoardsDeps>) => {
    await removeBoard(call, groupScope(call), id);
    return {};
  },
);
