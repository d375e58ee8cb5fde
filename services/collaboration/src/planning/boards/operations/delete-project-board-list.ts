import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { projectScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { removeList } from '../change-lists';

/** Removes a list of an issue board of a project. */
export const deleteProjectBoardList = operation(
  ProjectBoardServiceDefinition.deleteProjectBoardList,
  async (request, call) => {
    await removeList(call, projectScope(call), request);
    return {};
  },
);
