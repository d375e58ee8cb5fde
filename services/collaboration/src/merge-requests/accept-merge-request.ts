import { MergeRequestServiceService } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../operation';
import { assertMergeable } from './assert-mergeable';
import { autoMerge, scheduleMerge } from './auto-merge';
import { answerMergeRequest, answerStanding, findMergeRequest, refreshFor } from './find-merge-request';
import { merge } from './merge';

/** Merges, now or once the pipeline succeeds. */
export const acceptMergeRequest = operation(MergeRequestServiceService.acceptMergeRequest, async (asked, call) => {
  const { deps, principal: user, operationId: operation_id } = call;
  const found = await findMergeRequest(call, asked.merge_request_iid);
  // A repeated write gets the answer of the first.
  if (operation_id !== undefined && found.accepted_by === operation_id && found.state === 'merged')
    return answerMergeRequest(call, found);
  const standing = await refreshFor(call, found);
  const waits = asked.merge_when_pipeline_succeeds === true;
  await assertMergeable(deps, found, standing, { sha: asked.sha, waits });
  if (waits && standing.facts.pipeline?.status !== 'success') {
    const scheduled = await scheduleMerge(call, standing.request, asked);
    // Who ended the pipeline in between found nothing that waited for it.
    return answerMergeRequest(call, (await autoMerge(deps, scheduled._id)) ?? scheduled);
  }
  const merger = { user, rights: call.resource('id'), operation_id };
  const request = await merge(deps, merger, standing, asked);
  if (request.state !== 'merged') return answerMergeRequest(call, request);
  return answerStanding(call, { ...standing, request });
});
