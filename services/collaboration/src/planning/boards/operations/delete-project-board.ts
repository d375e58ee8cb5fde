import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { removeBoard } from '../change-board';

/** Removes an issue board of a project. */
export const deleteProjectBoard = operation(
  ProjectBoardServiceDefinition.deleteProjectBoard,
  async ({ board_id: id }, call) => {
    await removeBoard(call, projectScope(call), id);
    return {};
  },
);
