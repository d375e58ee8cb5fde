import { type Call, operation } from '@forgemesh/rpc';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope, projectScope } from '#planning/labels';
import { createList } from '../change-lists';
import type { BoardsDeps } from '../deps';

/** Adds a list to an issue board of a project. */
export const createProjectBoardList = operation(
  ProjectBoardServiceDefinition.createProjectBoardList,
  async (request, call: Call<BoardsDeps>) => createList(call, projectScope(call), request),
);

/** Adds a list to an issue board of a group. */
export const createGroupBoardList = operation(
  GroupBoardServiceDefinition.createGroupBoardList,
  async (request, call: Call<BoardsDeps>) => createList(call, groupScope(call), request),
);
