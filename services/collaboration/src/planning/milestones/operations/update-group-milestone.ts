import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { changeMilestone } from '../change-milestone';
import { answerMilestone } from '../find-milestone';

/** Changes a milestone of a group. */
export const updateGroupMilestone = operation(
  GroupMilestoneServiceDefinition.updateGroupMilestone,
  async (request, call) => {
    return answerMilestone(call.deps, await changeMilestone(call, groupPlace(call), request));
  },
);
