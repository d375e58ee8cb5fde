import { type Call, operation } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { listParticipants } from '#items/shared';
import { findMergeRequest } from '../find-merge-request';
import type { MergeRequestListsDeps } from '../deps';

/** Lists the participants of a merge request. */
export const listMergeRequestParticipants = operation(
  MergeRequestServiceDefinition.listMergeRequestParticipants,
  async (request, call: Call<MergeRequestListsDeps>) =>
    listParticipants(call, 'MergeRequest', await findMergeRequest(call, request.merge_request_iid), request),
);
