import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { presentMilestone } from '../find-milestone';
import { createMilestone } from '../new-milestone';

/** Creates a milestone in a group. */
export const createGroupMilestone = operation(
  GroupMilestoneServiceDefinition.createGroupMilestone,
  async (request, call) => {
    return presentMilestone(call.deps, await createMilestone(call, groupScope(call), request));
  },
);
