import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { removeList } from '../change-lists';

/** Removes a list of an issue board of a group. */
export const deleteGroupBoardList = operation(
  GroupBoardServiceDefinition.deleteGroupBoardList,
  async (request, call) => {
    await removeList(call, groupScope(call), request);
    return {};
  },
);
