import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { presentBoard } from '../board.entity';
import { changeBoard } from '../change-board';
import type { BoardsDeps } from '../deps';

/** Changes an issue board of a project. */
export const updateProjectBoard = operation(
  ProjectBoardServiceDefinition.updateProjectBoard,
  async (request, call: Call<BoardsDeps>) =>
    presentBoard(call.deps, await changeBoard(call, projectScope(call), request)),
);

/** Changes an issue board of a group. */
export const updateGroupBoard = operation(
  GroupBoardServiceDefinition.updateGroupBoard,
  async (request, call: Call<BoardsDeps>) =>
    presentBoard(call.deps, await changeBoard(call, groupScope(call), request)),
);
