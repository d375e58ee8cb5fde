import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { createList } from '../change-lists';

/** Adds a list to an issue board of a group. */
export const createGroupBoardList = operation(GroupBoardServiceDefinition.createGroupBoardList, async (request, call) =>
  createList(call, groupScope(call), request),
);
