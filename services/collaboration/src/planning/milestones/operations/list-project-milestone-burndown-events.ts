import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { projectIssues } from '../../../items/issues/list/issue-filter';
import { projectPlace } from '../../labels/label-place';
import { operation } from '../../../operation';
import { mayReadFeature } from '../../../access/policy';
import { listBurndownEvents } from '../burndown-events';
import { findMilestone } from '../find-milestone';

/** Lists the burndown events of a milestone of a project. */
export const listProjectMilestoneBurndownEvents = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestoneBurndownEvents,
  async ({ milestone_id: id }, call) => {
    const milestone = await findMilestone(call.deps, projectPlace(call), id);
    if (!mayReadFeature(call.resource('id'), 'issues')) return { burndown_events: [] };
    return listBurndownEvents(call, milestone, await projectIssues(call));
  },
);
