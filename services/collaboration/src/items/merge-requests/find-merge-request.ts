/** Finds the merge request named by a call, and presents it. */
import { mayReadPipelines } from '@forgemesh/access';
import { assignFields } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { PrepareMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import { isSubscribed } from '#items/shared';
import { isRead } from '#call';
import { presentMergeRequests, type ListedMergeRequest } from './merge-request.entity';
import type { MergeRequestDocument } from '#items/model';
import { presentPipelines } from './list/present-pipelines';
import { detailedMergeStatus } from './merging/detailed-merge-status';
import { mergeSubject } from './merging/merge-settings';
import { refreshMergeRequest, type RefreshOptions, type RefreshedMergeRequest } from './diffs/refresh-merge-request';
import { isRebasing } from './merging/run-rebase';
import type { MergeRequestChangesDeps, MergeRequestListsDeps } from './deps';

/** The merge request of a project by its number. */
export async function findMergeRequest(
  call: Call<Pick<MergeRequestChangesDeps, 'queries'>>,
  iid: number,
): Promise<MergeRequestDocument> {
  const { queries } = call.deps;
  const { id: project_id } = call.resource('id');
  const read = (): Promise<MergeRequestDocument | null> => queries.mergeRequestsByNumber.request({ project_id, iid });
  const request = await (isRead(call) ? queries.mergeRequestByNumber.get(`${project_id} ${iid}`, read) : read());
  if (!request) throw new NotFoundError();
  return request;
}

/** Additional data to compute, and the parameter that names the project of the request. */
export type RefreshParameters = Pick<RefreshOptions, 'count_diverged' | 'source_subject'> & { parameter?: string };

/** Refreshes a merge request from its branches, with the caller's rights on its project. */
export function refreshFor(
  call: Call<MergeRequestChangesDeps>,
  request: MergeRequestDocument,
  { parameter = 'id', ...refreshOptions }: RefreshParameters = {},
): Promise<RefreshedMergeRequest> {
  return refreshMergeRequest(call.deps, request, {
    actor: null,
    subject: mergeSubject(call.resource(parameter)),
    ...refreshOptions,
  });
}

/**
 * The refreshed merge request of a project by its number, for responses that do not include the
 * caller's rights.
 */
export async function findComparedMergeRequest(
  call: Call<MergeRequestChangesDeps>,
  iid: number,
): Promise<MergeRequestDocument> {
  const found = await findMergeRequest(call, iid);
  return (await refreshMergeRequest(call.deps, found, { actor: null })).request;
}

/** Refreshes a merge request and presents it to the caller. */
export async function presentMergeRequestFor(
  call: Call<MergeRequestListsDeps>,
  found: MergeRequestDocument,
  { include_rebase, ...refreshOptions }: RefreshParameters & { include_rebase?: boolean } = {},
): Promise<ResponseOf<MergeRequest>> {
  const { count_diverged = false, parameter = 'id' } = refreshOptions;
  const refreshed = await refreshFor(call, found, refreshOptions);
  const options = { count_diverged, parameter, ...(include_rebase !== undefined && { include_rebase }) };
  return presentRefreshedMergeRequest(call, refreshed, options);
}

/** Presents a merge request that has just been refreshed to the caller. */
export async function presentRefreshedMergeRequest(
  call: Call<MergeRequestListsDeps>,
  { request, facts }: Pick<RefreshedMergeRequest, 'request' | 'facts'>,
  options: { count_diverged?: boolean; include_rebase?: boolean; parameter?: string } = {},
): Promise<ResponseOf<MergeRequest>> {
  const { deps, context, user } = call;
  const view = { base: { project_id: request.project_id }, tier: context.tier };
  const [[presented], subscribed] = await Promise.all([
    presentMergeRequests(deps, [request], view),
    user !== null && isSubscribed(call, 'MergeRequest', request, user.id),
  ]);
  const detailedStatus = await detailedMergeStatus(
    deps,
    { request, facts },
    { hasBlockingThreads: presented?.blocking_discussions_resolved === false },
  );
  const details = {
    detailed_merge_status: detailedStatus,
    subscribed,
    changes_count: request.version_size === '0' ? null : request.version_size,
    first_deployed_to_production_at: null,
    diff_refs: presentDiffRefs(request),
    merge_error: request.merge_error,
    user: { can_merge: canMerge(facts) },
    diverged_commits_count: options.count_diverged ? facts.diverged_commits_count : undefined,
    rebase_in_progress: options.include_rebase ? isRebasing(request) : undefined,
  };
  const pipeline = mayReadPipelines(call.resource(options.parameter ?? 'id')) ? facts.pipeline : undefined;
  return assignFields(presented as ListedMergeRequest, details, presentPipelines(pipeline)) as ResponseOf<MergeRequest>;
}

function canMerge({ may_push: canPush, may_merge: canMergeOnly }: PrepareMergeResponse): boolean {
  return canPush || canMergeOnly;
}

function presentDiffRefs({ base_sha, head_sha, start_sha }: MergeRequestDocument) {
  return head_sha === null ? null : { base_sha, head_sha, start_sha };
}
