import type { Answer } from '@forgemesh/kit';
import { MergeRequestServiceService, type MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation, type CollaborationCall } from '../operation';
import { assertMergeable } from './assert-mergeable';
import { autoMerge, scheduleMerge } from './auto-merge';
import { answerMergeRequest, answerStanding, findMergeRequest, refreshFor } from './find-merge-request';
import { merge, type MergeWish } from './merge';
import type { MergeRequestDocument } from './merge-request.model';

/** How and when somebody wants it merged. */
type Acceptance = MergeWish & { sha?: string | undefined; merge_when_pipeline_succeeds?: boolean | undefined };

/** Merges, now or once the pipeline succeeds. */
export const acceptMergeRequest = operation(MergeRequestServiceService.acceptMergeRequest, async (asked, call) =>
  acceptMergeRequestBy(call, await findMergeRequest(call, asked.merge_request_iid), asked),
);

/** The same for a request in hand. */
export async function acceptMergeRequestBy(
  call: CollaborationCall,
  found: MergeRequestDocument,
  asked: Acceptance,
): Promise<Answer<MergeRequest>> {
  const { deps, principal: user, operationId: operation_id } = call;
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
}
