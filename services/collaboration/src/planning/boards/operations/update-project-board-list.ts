import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { moveList } from '../change-lists';

/** Moves a list of an issue board of a project. */
export const updateProjectBoardList = operation(
  ProjectBoardServiceDefinition.updateProjectBoardList,
  async (request, call) => moveList(call, projectScope(call), request),
);
