import type { ResponseOf, Call } from '@forgemesh/rpc';
import { type MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { assertMergeable } from './assert-mergeable';
import { autoMerge, scheduleMerge } from './auto-merge';
import { presentMergeRequestFor, presentRefreshedMergeRequest, refreshFor } from '../find-merge-request';
import { finishMerge, merge, type MergeOptions } from './merge';
import type { MergeRequestDocument } from '#items/model';
import { mergeSettingsOfOne } from './merge-settings';
import { assertMaySquash } from './squash';
import type { MergeRequestListsDeps } from '../deps';

/** Options of the merge, and whether to wait for the pipeline. */
type Acceptance = MergeOptions & { sha?: string | undefined; merge_when_pipeline_succeeds?: boolean | undefined };

/** Merges the given request as the caller. */
export async function acceptMergeRequest(
  call: Call<MergeRequestListsDeps>,
  found: MergeRequestDocument,
  input: Acceptance,
): Promise<ResponseOf<MergeRequest>> {
  const { deps, principal: user, operationId: operation_id } = call;
  const merger = { user, rights: call.resource('id'), operation_id };
  // A repeated write gets the response of the first one, and completes it if it was interrupted.
  if (isOwn(found, operation_id)) return presentMergeRequestFor(call, await finishMerge(deps, merger, found));
  const [compared, settings] = await Promise.all([refreshFor(call, found), mergeSettingsOfOne(deps, found.project_id)]);
  if (isOwn(compared.request, operation_id))
    return presentMergeRequestFor(call, await finishMerge(deps, merger, compared.request));
  const context = { ...compared, settings };
  const waits = input.merge_when_pipeline_succeeds === true;
  await assertMergeable(deps, found, context, { sha: input.sha, waits });
  assertMaySquash(settings, input.squash);
  if (waits && context.facts.pipeline?.status !== 'success') {
    const scheduled = await scheduleMerge(call, context.request, input);
    // The pipeline may have finished before the merge was scheduled.
    return presentMergeRequestFor(call, (await autoMerge(deps, scheduled._id)) ?? scheduled);
  }
  const request = await merge(deps, merger, context, input);
  if (request.state !== 'merged') return presentMergeRequestFor(call, request);
  return presentRefreshedMergeRequest(call, { ...context, request });
}

/** Whether the write with this operation id has started to merge the request, or has merged it. */
function isOwn({ accepted_by, state }: MergeRequestDocument, operationId: string | undefined): boolean {
  return operationId !== undefined && accepted_by === operationId && (state === 'locked' || state === 'merged');
}
