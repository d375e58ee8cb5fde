import { GroupBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_board';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { removeBoard } from '../change-board';

/** Removes an issue board of a group. */
export const deleteGroupBoard = operation(
  GroupBoardServiceDefinition.deleteGroupBoard,
  async ({ board_id: id }, call) => {
    await removeBoard(call, groupScope(call), id);
    return {};
  },
);
