import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { presentBoard } from '../board.entity';
import { createBoard } from '../change-board';

/** Creates an issue board in a project. */
export const createProjectBoard = operation(ProjectBoardServiceDefinition.createProjectBoard, async (request, call) =>
  presentBoard(call.deps, await createBoard(call, projectScope(call), request)),
);
