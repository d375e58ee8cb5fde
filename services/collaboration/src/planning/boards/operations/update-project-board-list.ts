import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { moveList } from '../change-lists';

/** Moves a list of an issue board of a project. */
export const updateProjectBoardList = operation(
  ProjectBoardServiceDefinition.updateProjectBoardList,
  async (request, call) => moveList(call, projectPlace(call), request),
);
