import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { removeList } from '../change-lists';
import type { BoardsDeps } from '../deps';

/** Removes a list of an issue board of a project. */
export const deleteProjectBoardList = operation(
  ProjectBoardServiceDefinition.deleteProjectBoardList,
  async (request, call: Call<BoardsDeps>) => {
    await removeList(call, projectScope(call), request);
    return {};
  },
);

/** Removes a list of an issue board of a group. */
export const deleteGroupBoardList = operation(
  GroupBoardServiceDefinition.deleteGroupBoardList,
  async (request, call: Call<BoardsDeps>) => {
    await removeList(call, groupScope(call), request);
    return {};
  },
);
