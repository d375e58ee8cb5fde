import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { listBoardLists } from '../list-board-lists';

/** Lists the lists of an issue board of a group. */
export const listGroupBoardLists = operation(GroupBoardServiceDefinition.listGroupBoardLists, async (request, call) =>
  listBoardLists(call, request, groupScope(call)),
);
