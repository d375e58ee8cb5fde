import { type Call, operation } from '@forgemesh/rpc';
import { ProjectMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_milestone';
import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope, projectScope } from '#planning/labels';
import { listMilestonePage } from '../list-milestone-page';
import type { MilestonesDeps } from '../deps';

/** Lists the milestones of a project. */
export const listProjectMilestones = operation(
  ProjectMilestoneServiceDefinition.listProjectMilestones,
  async (request, call: Call<MilestonesDeps>) => listMilestonePage(call, request, projectScope(call)),
);

/** Lists the milestones of a group. */
export const listGroupMilestones = operation(
  GroupMilestoneServiceDefinition.listGroupMilestones,
  async (request, call: Call<MilestonesDeps>) => listMilestonePage(call, request, groupScope(call)),
);
