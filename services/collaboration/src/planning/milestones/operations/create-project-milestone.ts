import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { assertHasItems } from '../../../access/policy';
import { answerMilestone } from '../find-milestone';
import { createMilestone } from '../new-milestone';

/** Creates a milestone in a project. */
export const createProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.createProjectMilestone,
  async (request, call) => {
    assertHasItems(call);
    return answerMilestone(call.deps, await createMilestone(call, projectPlace(call), request));
  },
);
