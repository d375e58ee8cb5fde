import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { answerMilestone } from '../find-milestone';
import { createMilestone } from '../new-milestone';

/** Creates a milestone in a group. */
export const createGroupMilestone = operation(
  GroupMilestoneServiceDefinition.createGroupMilestone,
  async (request, call) => {
    return answerMilestone(call.deps, await createMilestone(call, groupPlace(call), request));
  },
);
