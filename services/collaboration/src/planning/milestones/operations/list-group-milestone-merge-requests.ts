import { GroupMilestoneServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_milestone';
import { groupPlace } from '../../labels/label-place';
import { groupMergeRequests } from '../../../items/merge-requests/list/merge-request-filter';
import { operation } from '../../../operation';
import { listMilestoneMergeRequests } from '../list-milestone-merge-requests';

/** Lists the merge requests of a milestone of a group. */
export const listGroupMilestoneMergeRequests = operation(
  GroupMilestoneServiceDefinition.listGroupMilestoneMergeRequests,
  async (request, call) =>
    listMilestoneMergeRequests(call, request, {
      place: groupPlace(call),
      visible: await groupMergeRequests(call),
      base: { group_path: call.resource('id').full_path },
    }),
);
