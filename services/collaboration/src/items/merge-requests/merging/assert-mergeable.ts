/** Checks whether a merge request may be merged, in the order of errors that the API specifies. */
import { ConflictError, ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import { actingUser } from '#access';
import type { MergeRequestDocument } from '#items/model';
import type { MergeContext, RefreshedMergeRequest } from '../diffs/refresh-merge-request';
import { blockedRequests } from '../unresolved-threads';
import { approvalVersionOf } from '../approval-version';
import { isDraft } from '../drafts';
import type { MergeRequestListsDeps, MergeRequestChangesDeps } from '../deps';

/** States of an unfinished pipeline. */
const RUNNING = ['created', 'pending', 'running'];

/** Whether there is an unfinished pipeline. */
export function isPipelineRunning({ pipeline }: RefreshedMergeRequest['facts']): boolean {
  return pipeline !== undefined && RUNNING.includes(pipeline.status);
}

/** Conditions of the caller for the merge. */
export interface Acceptance {
  /** The expected newest commit. */
  sha?: string | undefined;
  /** Whether to merge only once the pipeline succeeds. */
  waits?: boolean;
}

/** Throws if the request may not be merged. `before` is the request before it was refreshed. */
export async function assertMergeable(
  deps: MergeRequestListsDeps,
  before: MergeRequestDocument,
  { request, facts, settings }: MergeContext,
  { sha, waits = false }: Acceptance,
): Promise<void> {
  if (!facts.may_push && !facts.may_merge) throw new UnauthenticatedError();
  const isPrevented =
    request.state !== 'opened' ||
    isDraft(request.title) ||
    hasNothingToMerge({ request, facts }) ||
    (before.merge_status === 'cannot_be_merged' && request.merge_status === 'cannot_be_merged') ||
    isBlockedByPipeline({ request, facts, settings }, waits) ||
    (await blockedRequests(deps, [request])).size > 0;
  if (isPrevented) throw new ForgeError('method_not_allowed');
  if (request.merge_status !== 'can_be_merged' || needsRebase({ request, facts, settings }))
    throw new ForgeError('not_acceptable', 'Branch cannot be merged');
  if (!(await isApproved(deps, request))) throw new ForgeError('not_acceptable', 'Branch cannot be merged');
  if (sha !== undefined && sha !== '' && sha !== request.head_sha)
    throw new ConflictError(`SHA does not match HEAD of source branch: ${request.head_sha ?? ''}`);
}

/** Whether the branch must be rebased before the merge. */
export function needsRebase({ request, facts, settings }: MergeContext): boolean {
  const needsAhead = settings !== undefined && settings.merge_method !== 'merge';
  return needsAhead && request.base_sha !== facts.target_sha;
}

/** Whether a branch or its commits are missing. */
export function hasNothingToMerge({ request, facts }: RefreshedMergeRequest): boolean {
  return facts.source_sha === undefined || facts.target_sha === undefined || request.head_sha === request.base_sha;
}

/**
 * The approval is checked for the current version, because approvals of another version may not
 * count; rebases do not invalidate approvals.
 */
export async function isApproved(
  { clients }: MergeRequestChangesDeps,
  request: MergeRequestDocument,
  options: { timeoutMs?: number } = {},
): Promise<boolean> {
  const { project_id, iid } = request;
  const version = approvalVersionOf(request);
  const approval = { project_id, iid, version, tier: actingUser()?.tier };
  return (await clients.approvals.getMergeApproval(approval, options)).approved;
}

/** Whether the project requires a successful pipeline and there is none. */
export function isPipelineMissing({ facts, settings }: MergeContext): boolean {
  return settings?.only_allow_merge_if_pipeline_succeeds === true && facts.pipeline?.status !== 'success';
}

/** An automatic merge needs a pipeline; an immediate one may need a successful pipeline. */
function isBlockedByPipeline(context: MergeContext, waits: boolean): boolean {
  const { facts } = context;
  return waits ? facts.pipeline?.status !== 'success' && !isPipelineRunning(facts) : isPipelineMissing(context);
}
