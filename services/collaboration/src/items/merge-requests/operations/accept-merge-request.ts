import type { ResponseOf } from '@forgemesh/rpc';
import { MergeRequestServiceDefinition, type MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation, type CollaborationCall } from '../../../operation';
import { assertMergeable } from '../merging/assert-mergeable';
import { autoMerge, scheduleMerge } from '../merging/auto-merge';
import { answerMergeRequest, answerStanding, findMergeRequest, refreshFor } from '../find-merge-request';
import { finishMerge, merge, type MergeWish } from '../merging/merge';
import type { MergeRequestDocument } from '../merge-request.model';
import { mergeSettingsOfOne } from '../merging/merge-settings';

/** Options of the merge, and whether to wait for the pipeline. */
type Acceptance = MergeWish & { sha?: string | undefined; merge_when_pipeline_succeeds?: boolean | undefined };

/** Merges a request, immediately or once the pipeline succeeds. */
export const acceptMergeRequest = operation(MergeRequestServiceDefinition.acceptMergeRequest, async (asked, call) =>
  acceptMergeRequestBy(call, await findMergeRequest(call, asked.merge_request_iid), asked),
);

/** Merges the given request as the caller. */
export async function acceptMergeRequestBy(
  call: CollaborationCall,
  found: MergeRequestDocument,
  asked: Acceptance,
): Promise<ResponseOf<MergeRequest>> {
  const { deps, principal: user, operationId: operation_id } = call;
  const merger = { user, rights: call.resource('id'), operation_id };
  // A repeated write gets the response of the first one, and completes it if it was interrupted.
  if (isOwn(found, operation_id)) return answerMergeRequest(call, await finishMerge(deps, merger, found));
  const [compared, settings] = await Promise.all([refreshFor(call, found), mergeSettingsOfOne(deps, found.project_id)]);
  if (isOwn(compared.request, operation_id))
    return answerMergeRequest(call, await finishMerge(deps, merger, compared.request));
  const standing = { ...compared, settings };
  const waits = asked.merge_when_pipeline_succeeds === true;
  await assertMergeable(deps, found, standing, { sha: asked.sha, waits });
  if (waits && standing.facts.pipeline?.status !== 'success') {
    const scheduled = await scheduleMerge(call, standing.request, asked);
    // The pipeline may have finished before the merge was scheduled.
    return answerMergeRequest(call, (await autoMerge(deps, scheduled._id)) ?? scheduled);
  }
  const request = await merge(deps, merger, standing, asked);
  if (request.state !== 'merged') return answerMergeRequest(call, request);
  return answerStanding(call, { ...standing, request });
}

/** Whether the write with this operation id has started to merge the request, or has merged it. */
function isOwn({ accepted_by, state }: MergeRequestDocument, operationId: string | undefined): boolean {
  return operationId !== undefined && accepted_by === operationId && (state === 'locked' || state === 'merged');
}
