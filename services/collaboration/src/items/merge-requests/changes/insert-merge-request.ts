import { randomUUID } from 'node:crypto';
import { isDuplicateKey, searchFields } from '@forgemesh/data';
import { ForbiddenError } from '@forgemesh/errors';
import type { Parameters, Call } from '@forgemesh/rpc';
import type { CreateMergeRequestRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { preloadNames } from '#clients';
import { assertTexts } from '#texts';
import { type MergeRequestDocument, newItemFields, openKeyOf } from '#items/model';
import { canCreateMergeRequestIn } from '#access';
import { assertBranches, assertEnabledIn, assertNoDuplicate, duplicateRequest, findDuplicate } from './assert-branches';
import { hasConflicts, isMergeable, shasOf, versionOf } from '../diffs/compare-branches';
import { addDiffVersion } from '../diffs/diff-versions';
import { administeredAttributes, type AttributesRequest } from './merge-request-attributes';
import { mergeSettingsOfOne, mergeSubject, sidesOf, type Branches } from '../merging/merge-settings';
import { isSquashed, isSquashedByDefault } from '../merging/squash';
import type { RefreshedMergeRequest } from '../diffs/refresh-merge-request';
import { cacheNewMergeRequest } from '../unresolved-threads';
import { initialChanges } from '#items/shared';
import type { MergeRequestsDeps, MergeRequestChangesDeps } from '../deps';

/** The branches and fields of a new merge request. */
export type NewMergeRequest = Pick<CreateMergeRequestRequest, 'title' | 'source_branch' | 'target_branch'> &
  Partial<Pick<Parameters<CreateMergeRequestRequest>, 'approvals_before_merge'>> & {
    attributes?: AttributesRequest | undefined;
  };

/**
 * Compares the branches and inserts a merge request; `parameter` names the target project. A
 * repeated write returns the request of the first one. The request is inserted last, after its
 * version and its commits in the target, so that readers find them.
 */
export async function insertMergeRequest(
  call: Call<MergeRequestsDeps>,
  request: NewMergeRequest,
  parameter: string,
): Promise<{ request: MergeRequestDocument; facts?: RefreshedMergeRequest['facts'] }> {
  const { deps, principal, operationId } = call;
  const { clients } = deps;
  const target = call.resource(parameter);
  const { source_branch, target_branch } = request;
  const branches = { source_project_id: call.resource('id').id, source_branch, project_id: target.id, target_branch };
  assertEnabledIn(target);
  if (!canCreateMergeRequestIn(target)) throw new ForbiddenError();
  await assertBranches(deps, branches);
  const sides = await sidesOf(deps, branches);
  const options = { storage: sides.target.storage };
  const [prepared, facts] = await Promise.all([
    prepareRequest(call, request, { branches, parameter }),
    clients.merges.prepareMerge({ ...sides, subject: mergeSubject(target) }, options),
    preloadNames(deps, { userIds: [principal.id], projectIds: [] }),
  ]);
  if ('earlier' in prepared) return { request: prepared.earlier };
  const { id, iid, version_id, fields } = prepared;
  const version = versionOf(facts, 1);
  const document = {
    _id: id,
    iid,
    ...branches,
    state: 'opened' as const,
    author_id: principal.id,
    ...fields,
    ...newMergeFields(),
    version_target: target_branch,
    approvals_before_merge: call.context.tier >= 1 ? (request.approvals_before_merge ?? null) : null,
    ...shasOf(version),
    merge_status: isMergeable(facts) ? ('can_be_merged' as const) : ('cannot_be_merged' as const),
    checked_source_sha: facts.source_sha ?? null,
    checked_target_sha: facts.target_sha ?? null,
    ...(operationId !== undefined && { operation_id: operationId }),
  };
  const isUnmergeable = hasConflicts(facts);
  const changes = {
    ...(version && { version }),
    ...(isUnmergeable && { unmergeable: true }),
    ...initialChanges(fields),
  };
  await Promise.all([
    facts.source_sha &&
      clients.merges.updateMergeHeadRef({ target: sides.target, source_sha: facts.source_sha, iid }, options),
    version && addDiffVersion(deps, document, version, { id: version_id }),
    cacheNewMergeRequest(deps, id),
  ]);
  const dropVersion = () => deps.diffs.versions.model.deleteOne({ _id: version_id });
  try {
    const event = {
      id: randomUUID(),
      type: 'collaboration.merge_request.created' as const,
      actor: principal.id,
      changes,
    };
    const inserted = await deps.items.mergeRequests.insert({ ...document, open_key: openKeyOf(document) }, [event]);
    if (inserted._id !== id) await dropVersion();
    else await deps.history.recordResourceEvents({ type: 'MergeRequest', id }, event);
    return { request: inserted, facts };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await dropVersion();
    await assertNoDuplicate(deps, document);
    throw error;
  }
}

/**
 * The new request without its commits, or the request that an earlier try of the same write
 * created.
 */
type Prepared =
  | { id: number; iid: number; version_id: number; fields: Awaited<ReturnType<typeof fieldsOf>> }
  | { earlier: MergeRequestDocument };

async function prepareRequest(
  call: Call<MergeRequestsDeps>,
  request: NewMergeRequest,
  { branches, parameter }: { branches: Branches; parameter: string },
): Promise<Prepared> {
  const { deps, operationId } = call;
  const [other, fields] = await Promise.all([
    findDuplicate(deps, { _id: 0, ...branches }),
    fieldsOf(call, request, parameter),
  ]);
  if (other) {
    const isOwn = operationId !== undefined && other.operation_id === operationId;
    const earlier = isOwn ? await deps.items.mergeRequests.findByOperation(operationId) : null;
    if (!earlier) throw duplicateRequest(other.iid);
    return { earlier };
  }
  // A drawn number cannot be returned, so nothing is refused from here on.
  const [id, iid, version_id] = await Promise.all([
    deps.items.mergeRequests.nextId(),
    deps.sequences.next(`merge_requests/${branches.project_id}`),
    deps.diffs.versions.nextId(),
  ]);
  return { id, iid, version_id, fields };
}

/** The stored fields for the attributes of the request. */
async function fieldsOf(call: Call<MergeRequestChangesDeps>, request: NewMergeRequest, parameter: string) {
  const attributes: AttributesRequest = request.attributes ?? {};
  const title = request.title.trim();
  const description = attributes.description ?? null;
  assertTexts({ title, description });
  const target = call.resource(parameter);
  const [administered, settings] = await Promise.all([
    administeredAttributes(call, target, attributes),
    mergeSettingsOfOne(call.deps, target.id),
  ]);
  const now = new Date();
  return {
    title,
    description,
    ...searchFields(title, description),
    ...newItemFields(),
    assignee_ids: [],
    label_ids: [],
    milestone_id: null,
    discussion_locked: null,
    reviewer_ids: [],
    ...administered,
    time_estimate: 0,
    total_time_spent: 0,
    squash: isSquashed(settings, attributes.squash ?? isSquashedByDefault(settings)),
    allow_collaboration: attributes.allow_collaboration ?? false,
    merge_params: {
      force_remove_source_branch: attributes.remove_source_branch ?? false,
      should_remove_source_branch: null,
      merge_commit_message: null,
      squash_commit_message: null,
    },
    created_at: now,
    updated_at: now,
  };
}

/** Initial fields of a request before its branches are compared. */
function newMergeFields() {
  return {
    version_number: 0,
    version_size: '0',
    version_state: 'empty' as const,
    head_sha: null,
    base_sha: null,
    start_sha: null,
    merge_error: null,
    merge_when_pipeline_succeeds: false,
    merge_user_id: null,
    merged_at: null,
    merged_by_id: null,
    merge_commit_sha: null,
    squash_commit_sha: null,
    pending_merge: null,
    closes_issue_ids: [],
    approver_ids: [],
    approver_group_ids: [],
    pending_rebase: null,
    accepted_by: null,
  };
}
