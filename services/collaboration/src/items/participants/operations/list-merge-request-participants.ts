import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { findMergeRequest, type MergeRequestListsDeps } from '#items/merge-requests';
import { listParticipants } from '../participants';

/** Lists the participants of a merge request. */
export const listMergeRequestParticipants = operation(
  MergeRequestServiceDefinition.listMergeRequestParticipants,
  async (request, call: Call<MergeRequestListsDeps>) =>
    listParticipants(call, 'MergeRequest', await findMergeRequest(call, request.merge_request_iid), request),
);
