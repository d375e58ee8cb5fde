import { MergeRequestServiceService } from '@forgemesh/proto/collaboration/v1/merge_request';
import { presentUser } from '../display';
import { operation } from '../operation';
import { findMergeRequest } from './find-merge-request';

/** Lists who takes part in a merge request. */
export const listMergeRequestParticipants = operation(
  MergeRequestServiceService.listMergeRequestParticipants,
  async ({ merge_request_iid: iid }, call) => {
    const { deps } = call;
    const request = await findMergeRequest(call, iid);
    const written = { noteable_type: 'MergeRequest' as const, noteable_id: request._id, system: false };
    const writers = await deps.notes.model.find(written).distinct('author_id');
    const ids = [...new Set([request.author_id, ...request.assignee_ids, ...writers])];
    const users = await deps.display.users.find(ids);
    return { users: ids.flatMap((id) => presentUser(users.get(id)) ?? []) };
  },
);
