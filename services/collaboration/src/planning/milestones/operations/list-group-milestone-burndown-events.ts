import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupIssues } from '../../../items/issues/list/issue-filter';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { listBurndownEvents } from '../burndown-events';
import { findMilestone } from '../find-milestone';

/** Lists the burndown events of a milestone of a group. */
export const listGroupMilestoneBurndownEvents = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneBurndownEvents,
  async ({ milestone_id: id }, call) =>
    listBurndownEvents(call, await findMilestone(call.deps, groupScope(call), id), await groupIssues(call)),
);
