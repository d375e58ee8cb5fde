import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { createList } from '../change-lists';

/** Adds a list to an issue board of a group. */
export const createGroupBoardList = operation(GroupBoardServiceDefinition.createGroupBoardList, async (request, call) =>
  createList(call, groupPlace(call), request),
);
