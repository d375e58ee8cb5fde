import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { presentBoard } from '../board.entity';
import { createBoard } from '../change-board';
import type { BoardsDeps } from '../deps';

/** Creates an issue board in a project. */
export const createProjectBoard = operation(
  ProjectBoardServiceDefinition.createProjectBoard,
  async (request, call: Call<BoardsDeps>) =>
    presentBoard(call.deps, await createBoard(call, projectScope(call), request)),
);

/** Creates an issue board in a group. */
export const createGroupBoard = operation(
  GroupBoardServiceDefinition.createGroupBoard,
  async (request, call: Call<BoardsDeps>) =>
    presentBoard(call.deps, await createBoard(call, groupScope(call), request)),
);
