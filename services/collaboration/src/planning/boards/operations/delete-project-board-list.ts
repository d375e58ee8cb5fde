import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { removeList } from '../change-lists';

/** Removes a list of an issue board of a project. */
export const deleteProjectBoardList = operation(
  ProjectBoardServiceDefinition.deleteProjectBoardList,
  async (request, call) => {
    await removeList(call, projectPlace(call), request);
    return {};
  },
);
