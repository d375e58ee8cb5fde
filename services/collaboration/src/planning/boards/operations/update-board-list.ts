import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { moveList } from '../change-lists';
import type { BoardsDeps } from '../deps';

/** Moves a list of an issue board of a project. */
export const updateProjectBoardList = operation(
  ProjectBoardServiceDefinition.updateProjectBoardList,
  async (request, call: Call<BoardsDeps>) => moveList(call, projectScope(call), request),
);

/** Moves a list of an issue board of a group. */
export const updateGroupBoardList = operation(
  GroupBoardServiceDefinition.updateGroupBoardList,
  async (request, call: Call<BoardsDeps>) => moveList(call, groupScope(call), request),
);
