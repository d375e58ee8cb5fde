import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { listParticipants } from '#items/shared/participants';
import { operation } from '#operation';
import { findMergeRequest } from '../find-merge-request';

/** Lists the participants of a merge request. */
export const listMergeRequestParticipants = operation(
  MergeRequestServiceDefinition.listMergeRequestParticipants,
  async (request, call) =>
    listParticipants(call, 'MergeRequest', await findMergeRequest(call, request.merge_request_iid), request),
);
