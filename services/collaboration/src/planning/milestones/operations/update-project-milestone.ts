import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { assertHasItems } from '../../../access/policy';
import { changeMilestone } from '../change-milestone';
import { answerMilestone } from '../find-milestone';

/** Changes a milestone of a project. */
export const updateProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.updateProjectMilestone,
  async (request, call) => {
    assertHasItems(call);
    return answerMilestone(call.deps, await changeMilestone(call, projectPlace(call), request));
  },
);
