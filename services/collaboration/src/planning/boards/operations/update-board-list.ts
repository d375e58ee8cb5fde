import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { updateList } from '../change-lists';
import type { BoardsDeps } from '../deps';

/** Changes a list of an issue board of a project. */
export const updateProjectBoardList = operation(
  ProjectBoardServiceDefinition.updateProjectBoardList,
  async (request, call: Call<BoardsDeps>) => updateList(call, projectScope(call), request),
);

/** Changes a list of an issue board of a group. */
export const updateGroupBoardList = operation(
  GroupBoardServiceDefinition.updateGroupBoardList,
  async (request, call: Call<BoardsDeps>) => updateList(call, groupScope(call), request),
);
