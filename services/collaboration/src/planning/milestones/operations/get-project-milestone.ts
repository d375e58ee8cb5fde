import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { answerMilestone, findMilestone } from '../find-milestone';

/** Gets a milestone of a project. */
export const getProjectMilestone = operation(
  ProjectMilestoneServiceDefinition.getProjectMilestone,
  async ({ milestone_id: id }, call) =>
    answerMilestone(call.deps, await findMilestone(call.deps, projectPlace(call), id)),
);
