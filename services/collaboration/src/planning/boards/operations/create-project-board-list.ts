import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { createList } from '../change-lists';

/** Adds a list to an issue board of a project. */
export const createProjectBoardList = operation(
  ProjectBoardServiceDefinition.createProjectBoardList,
  async (request, call) => createList(call, projectPlace(call), request),
);
