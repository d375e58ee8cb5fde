import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupIssues } from '../../../items/issues/list/issue-filter';
import { groupScope } from '../../labels/label-scope';
import { operation } from '../../../operation';
import { listMilestoneIssues } from '../list-milestone-issues';

/** Lists the issues of a milestone of a group. */
export const listGroupMilestoneIssues = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneIssues,
  async (request, call) =>
    listMilestoneIssues(call, request, {
      scope: groupScope(call),
      visible: await groupIssues(call),
      base: { group_path: call.resource('id').full_path },
    }),
);
