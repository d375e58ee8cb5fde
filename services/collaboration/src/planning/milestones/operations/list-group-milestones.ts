import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { listMilestonePage } from '../list-milestone-page';

/** Lists the milestones of a group. */
export const listGroupMilestones = operation(
  GroupMilestoneServiceDefinition.listGroupMilestones,
  async (request, call) => listMilestonePage(call, request, groupScope(call)),
);
