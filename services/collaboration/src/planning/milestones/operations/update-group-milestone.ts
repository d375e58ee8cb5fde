import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { changeMilestone } from '../change-milestone';
import { presentMilestone } from '../find-milestone';

/** Changes a milestone of a group. */
export const updateGroupMilestone = operation(
  GroupMilestoneServiceDefinition.updateGroupMilestone,
  async (request, call) => {
    return presentMilestone(call.deps, await changeMilestone(call, groupScope(call), request));
  },
);
