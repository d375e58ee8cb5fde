/** Whether a merge request may be merged now, in the order in which the API refuses. */
import { ConflictError, ForgeError, UnauthenticatedError } from '@forgemesh/kit';
import type { CollaborationCall } from '../operation';
import type { MergeRequestDocument } from './merge-request.model';
import type { Standing } from './refresh-merge-request';
import { blockedRequests } from './unresolved-threads';
import { isWip } from './wip';

/** Throws where it may not. `before` is the request as it was before it was compared with its branches. */
export async function assertMergeable(
  call: CollaborationCall,
  before: MergeRequestDocument,
  { request, facts, settings }: Standing,
  sha: string | undefined,
): Promise<void> {
  if (!facts.may_push && !facts.may_merge) throw new UnauthenticatedError();
  const isPrevented =
    request.state !== 'opened' ||
    isWip(request.title) ||
    facts.source_sha === undefined ||
    facts.target_sha === undefined ||
    request.head_sha === request.base_sha ||
    (before.merge_status === 'cannot_be_merged' && request.merge_status === 'cannot_be_merged') ||
    (settings?.only_allow_merge_if_pipeline_succeeds === true && facts.pipeline?.status !== 'success') ||
    (await blockedRequests(call.deps, [request])).size > 0;
  if (isPrevented) throw new ForgeError('method_not_allowed');
  const needsAhead = settings !== undefined && settings.merge_method !== 'merge';
  const isAhead = request.base_sha === facts.target_sha;
  if (request.merge_status !== 'can_be_merged' || (needsAhead && !isAhead))
    throw new ForgeError('not_acceptable', 'Branch cannot be merged');
  if (!(await isApproved(call, request))) throw new ForgeError('not_acceptable', 'Branch cannot be merged');
  if (sha !== undefined && sha !== '' && sha !== request.head_sha)
    throw new ConflictError(`SHA does not match HEAD of source branch: ${request.head_sha ?? ''}`);
}

/** Asked about the version at hand, as approvals of another one may say nothing about it. */
async function isApproved({ deps }: CollaborationCall, request: MergeRequestDocument): Promise<boolean> {
  const { project_id, iid, version_number: version } = request;
  return (await deps.clients.approvals.getApprovalVerdict({ project_id, iid, version })).approved;
}
