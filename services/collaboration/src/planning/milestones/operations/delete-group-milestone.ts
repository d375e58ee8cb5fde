import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { removeMilestone } from '../change-milestone';

/** Removes a milestone of a group. */
export const deleteGroupMilestone = operation(
  GroupMilestoneServiceDefinition.deleteGroupMilestone,
  async ({ milestone_id: id }, call) => {
    await removeMilestone(call, groupScope(call), id);
    return {};
  },
);
