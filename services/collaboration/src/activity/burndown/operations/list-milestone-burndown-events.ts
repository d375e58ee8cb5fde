import { type Call, operation } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupIssues, projectIssues } from '#items/issues';
import { groupScope, projectScope } from '#planning/labels';
import { listBurndownEvents } from '../burndown-events';
import { findMilestone } from '#planning/milestones';
import type { BurndownDeps } from '../deps';

/** Lists the burndown events of a milestone of a project. */
export const listProjectMilestoneBurndownEvents = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneBurndownEvents,
  async ({ milestone_id: id }, call: Call<BurndownDeps>) => {
    const milestone = await findMilestone(call.deps, projectScope(call), id);
    if (!canReadFeature(call.resource('id'), 'issues')) return { burndown_events: [] };
    return listBurndownEvents(call, milestone, await projectIssues(call));
  },
);

/** Lists the burndown events of a milestone of a group. */
export const listGroupMilestoneBurndownEvents = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneBurndownEvents,
  async ({ milestone_id: id }, call: Call<BurndownDeps>) =>
    listBurndownEvents(call, await findMilestone(call.deps, groupScope(call), id), await groupIssues(call)),
);
