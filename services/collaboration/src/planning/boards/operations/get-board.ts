import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { presentBoard } from '../board.entity';
import { findBoard } from '../find-board';
import type { BoardsDeps } from '../deps';

/** Gets an issue board of a project. */
export const getProjectBoard = operation(
  ProjectBoardServiceDefinition.getProjectBoard,
  async ({ board_id: id }, call: Call<BoardsDeps>) =>
    presentBoard(call.deps, await findBoard(call.deps, projectScope(call), id)),
);

/** Gets an issue board of a group. */
export const getGroupBoard = operation(
  GroupBoardServiceDefinition.getGroupBoard,
  async ({ board_id: id }, call: Call<BoardsDeps>) =>
    presentBoard(call.deps, await findBoard(call.deps, groupScope(call), id)),
);
