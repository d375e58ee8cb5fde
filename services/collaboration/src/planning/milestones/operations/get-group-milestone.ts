import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { answerMilestone, findMilestone } from '../find-milestone';

/** Gets a milestone of a group. */
export const getGroupMilestone = operation(
  GroupMilestoneServiceDefinition.getGroupMilestone,
  async ({ milestone_id: id }, call) =>
    answerMilestone(call.deps, await findMilestone(call.deps, groupPlace(call), id)),
);
