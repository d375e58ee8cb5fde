import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupScope } from '../../labels/label-scope';
import { groupMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { operation } from '../../../operation';
import { listMilestoneMergeRequests } from '../list-milestone-merge-requests';

/** Lists the merge requests of a milestone of a group. */
export const listGroupMilestoneMergeRequests = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneMergeRequests,
  async (request, call) =>
    listMilestoneMergeRequests(call, request, {
      scope: groupScope(call),
      visible: await groupMergeRequests(call),
      base: { group_path: call.resource('id').full_path },
    }),
);
