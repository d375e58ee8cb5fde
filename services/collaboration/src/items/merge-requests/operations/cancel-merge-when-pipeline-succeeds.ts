import { type Call, operation } from '@forgemesh/rpc';
import { ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import {
  MergeRequestPipelineServiceDefinition,
  type CancelMergeWhenPipelineSucceedsRequest,
} from '@forgemesh/proto/collaboration/v1/merge_request_pipeline';
import { changeMergeRequest } from '../changes/change-merge-request';
import { withoutAutoMerge } from '../diffs/compare-branches';
import { findMergeRequest, refreshFor } from '../find-merge-request';
import type { MergeRequestChangesDeps } from '../deps';

/** Cancels the automatic merge of a merge request. */
export const cancelMergeWhenPipelineSucceeds = operation(
  MergeRequestPipelineServiceDefinition.cancelMergeWhenPipelineSucceeds,
  cancelAutomaticMerge,
);

/** The same operation for clients that send a PUT. */
export const cancelAutoMerge = operation(MergeRequestPipelineServiceDefinition.cancelAutoMerge, cancelAutomaticMerge);

async function cancelAutomaticMerge(
  { merge_request_iid: iid }: Pick<CancelMergeWhenPipelineSucceedsRequest, 'merge_request_iid'>,
  call: Call<MergeRequestChangesDeps>,
) {
  const { deps, principal } = call;
  const { request, facts } = await refreshFor(call, await findMergeRequest(call, iid));
  const canCancel = request.author_id === principal.id || facts.may_push || facts.may_merge;
  if (!canCancel) throw new UnauthenticatedError();
  if (request.state !== 'opened') throw new ForgeError('method_not_allowed');
  if (!request.merge_when_pipeline_succeeds) throw new ForgeError('not_acceptable', "Can't cancel the automatic merge");
  await changeMergeRequest(deps, request._id, principal.id, (current) =>
    current.merge_when_pipeline_succeeds ? { set: withoutAutoMerge, auto_merge: { canceled: true } } : null,
  );
  return { status: 'success' };
}
