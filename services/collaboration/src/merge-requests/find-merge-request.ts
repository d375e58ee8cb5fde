/** Finds the merge request that a call names, and answers with it. */
import { NotFoundError, type Answer } from '@forgemesh/kit';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { PrepareMergeResponse } from '@forgemesh/proto/repository/v1/merge';
import { isSubscribed } from '../items/subscriptions';
import type { CollaborationCall } from '../operation';
import { presentMergeRequests } from './merge-request.entity';
import type { MergeRequestDocument } from './merge-request.model';
import { presentPipelines } from './present-pipelines';
import { refreshMergeRequest, type Standing } from './refresh-merge-request';

/** The merge request of a project by its number. */
export async function findMergeRequest(call: CollaborationCall, iid: number): Promise<MergeRequestDocument> {
  const { mergeRequests } = call.deps;
  const filter = { project_id: call.resource('id').id, iid };
  const request = await mergeRequests.model.findOne(filter).lean<MergeRequestDocument>();
  if (!request) throw new NotFoundError();
  return request;
}

/** Compares what is stored of a merge request with its branches, for the caller of its project. */
export function refreshFor(
  call: CollaborationCall,
  request: MergeRequestDocument,
  options: { count_diverged?: boolean; parameter?: string } = {},
): Promise<Standing> {
  const { level, archived, default_branch } = call.resource(options.parameter ?? 'id');
  const { count_diverged } = options;
  return refreshMergeRequest(call.deps, request, {
    actor: null,
    subject: { level, archived, default_branch },
    ...(count_diverged !== undefined && { count_diverged }),
  });
}

/** One merge request as the answer to a call, compared with its branches. */
export async function answerMergeRequest(
  call: CollaborationCall,
  found: MergeRequestDocument,
  options: { count_diverged?: boolean; parameter?: string } = {},
): Promise<Answer<MergeRequest>> {
  const { deps, context, user } = call;
  const { request, facts } = await refreshFor(call, found, options);
  const view = { base: { project_id: request.project_id }, tier: context.tier };
  const [[presented], subscribed] = await Promise.all([
    presentMergeRequests(deps, [request], view),
    user !== null && isSubscribed(deps, 'MergeRequest', request, user.id),
  ]);
  const answer = {
    ...presented,
    subscribed,
    changes_count: request.version_size === '0' ? null : request.version_size,
    ...presentPipelines(facts.pipeline),
    first_deployed_to_production_at: null,
    diff_refs: presentDiffRefs(request),
    merge_error: request.merge_error,
    user: { can_merge: canMerge(facts) },
    ...(options.count_diverged && { diverged_commits_count: facts.diverged_commits_count }),
  };
  return answer as Answer<MergeRequest>;
}

function canMerge({ may_push: mayPush, may_merge: mayMerge }: PrepareMergeResponse): boolean {
  return mayPush || mayMerge;
}

function presentDiffRefs({ base_sha, head_sha, start_sha }: MergeRequestDocument) {
  return head_sha === null ? null : { base_sha, head_sha, start_sha };
}
