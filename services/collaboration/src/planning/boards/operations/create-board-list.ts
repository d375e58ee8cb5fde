import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { projectScope, groupScope } from '#planning/labels/label-scope';
import { operation } from '#operation';
import { createList } from '../change-lists';

/** Adds a list to an issue board of a project. */
export const createProjectBoardList = operation(
  ProjectBoardServiceDefinition.createProjectBoardList,
  async (request, call) => createList(call, projectScope(call), request),
);

/** Adds a list to an issue board of a group. */
export const createGroupBoardList = operation(GroupBoardServiceDefinition.createGroupBoardList, async (request, call) =>
  createList(call, groupScope(call), request),
);
