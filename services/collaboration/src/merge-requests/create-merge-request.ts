import { randomUUID } from 'node:crypto';
import { ForbiddenError, isDuplicateKey, searchFields, type Parameters } from '@forgemesh/kit';
import {
  MergeRequestServiceService,
  type CreateMergeRequestRequest,
} from '@forgemesh/proto/collaboration/v1/merge_request';
import { askForNames } from '../display';
import { assertTexts } from '../items/item-texts';
import { newItemFields } from '../items/item.model';
import { operation, type CollaborationCall } from '../operation';
import { mayCreateMergeRequestIn } from '../policy';
import { callAt, makeActing } from '../quick-actions/make-acting';
import { assertBranches, assertNoOther } from './assert-branches';
import { recordMergeRequestChange } from './change-merge-request';
import { hasConflicts, mayBeMerged, shasOf, versionOf } from './compare-branches';
import { answerMergeRequest, answerStanding } from './find-merge-request';
import { administeredAttributes, type AttributesRequest } from './merge-request-attributes';
import { openKeyOf, type MergeRequestDocument } from './merge-request.model';
import { mergeSubject, sidesOf } from './merge-settings';
import type { Standing } from './refresh-merge-request';

/** Creates a merge request. */
export const createMergeRequest = operation(MergeRequestServiceService.createMergeRequest, async (request, call) => {
  const parameter = call.optionalResource('target_project_id') ? 'target_project_id' : 'id';
  let facts: Standing['facts'] | undefined;
  const made = await makeActing(callAt(call, parameter), 'MergeRequest', request, async (bare) => {
    const standing = await insertMergeRequest(call, bare, parameter);
    facts = standing.facts;
    return standing.request;
  });
  // An action may have given it another target.
  if (facts && made.merge_status !== 'unchecked') return answerStanding(call, { request: made, facts });
  return answerMergeRequest(call, made, { parameter });
});

type Request = Pick<CreateMergeRequestRequest, 'title' | 'source_branch' | 'target_branch'> &
  Partial<Pick<Parameters<CreateMergeRequestRequest>, 'approvals_before_merge'>> & {
    attributes?: AttributesRequest | undefined;
  };

/**
 * Compares the branches and inserts a request between them; `parameter` names the project of the target. A repeated write gets what the first
 * one inserted, without comparing again.
 */
export async function insertMergeRequest(
  call: CollaborationCall,
  request: Request,
  parameter: string,
): Promise<{ request: MergeRequestDocument; facts?: Standing['facts'] }> {
  const { deps, principal, operationId } = call;
  const target = call.resource(parameter);
  const { source_branch, target_branch } = request;
  const branches = { source_project_id: call.resource('id').id, source_branch, project_id: target.id, target_branch };
  if (!mayCreateMergeRequestIn(target)) throw new ForbiddenError();
  const [earlier] = await Promise.all([
    deps.mergeRequests.findByOperation(operationId ?? ''),
    assertBranches(deps, branches, target),
    assertNoOther(deps, { _id: 0, ...branches, operation_id: operationId }),
    askForNames(deps, { userIds: [principal.id], projectIds: [branches.project_id, branches.source_project_id] }),
  ]);
  if (earlier) return { request: earlier };
  const fields = await fieldsOf(call, request, parameter);
  const [id, iid, sides] = await Promise.all([
    deps.mergeRequests.nextId(),
    deps.sequences.next(`merge_requests/${target.id}`),
    sidesOf(deps, branches),
  ]);
  const compared = { ...sides, iid, subject: mergeSubject(target) };
  const facts = await deps.clients.merges.prepareMerge(compared, { storage: sides.target.storage });
  const version = versionOf(facts, 1);
  const document = {
    _id: id,
    ...{ iid, ...branches, state: 'opened' as const, author_id: principal.id },
    ...fields,
    ...newMergeFields(),
    version_target: target_branch,
    approvals_before_merge: call.context.tier >= 1 ? (request.approvals_before_merge ?? null) : null,
    ...shasOf(version),
    merge_status: mayBeMerged(facts) ? ('can_be_merged' as const) : ('cannot_be_merged' as const),
    checked_source_sha: facts.source_sha ?? null,
    checked_target_sha: facts.target_sha ?? null,
    ...(operationId !== undefined && { operation_id: operationId }),
  };
  const event = { id: randomUUID(), type: 'collaboration.merge_request.created', actor: principal.id };
  const isUnmergeable = hasConflicts(facts);
  const created = { ...event, changes: { ...(version && { version }), ...(isUnmergeable && { unmergeable: true }) } };
  try {
    const made = await deps.mergeRequests.insert({ ...document, open_key: openKeyOf(document) }, [created]);
    await recordMergeRequestChange(deps, made, created);
    return { request: made, facts };
  } catch (error) {
    if (isDuplicateKey(error)) await assertNoOther(deps, document);
    throw error;
  }
}

/** What the request says. */
async function fieldsOf(call: CollaborationCall, request: Request, parameter: string) {
  const attributes: AttributesRequest = request.attributes ?? {};
  const title = request.title.trim();
  const description = attributes.description ?? null;
  assertTexts({ title, description });
  const administered = await administeredAttributes(call, call.resource(parameter), attributes);
  const now = new Date();
  return {
    ...{ title, description, ...searchFields(title, description) },
    ...newItemFields(),
    ...{ assignee_ids: [], label_ids: [], milestone_id: null, discussion_locked: null },
    ...administered,
    ...{ time_estimate: 0, total_time_spent: 0 },
    squash: attributes.squash ?? false,
    allow_collaboration: attributes.allow_collaboration ?? false,
    merge_params: {
      force_remove_source_branch: attributes.remove_source_branch ?? false,
      should_remove_source_branch: null,
      merge_commit_message: null,
      squash_commit_message: null,
    },
    ...{ created_at: now, updated_at: now },
  };
}

/** What a request starts with before it is compared. */
function newMergeFields() {
  return {
    ...{ version_number: 0, version_size: '0', version_state: 'empty' as const },
    ...{ head_sha: null, base_sha: null, start_sha: null },
    ...{ merge_error: null, merge_when_pipeline_succeeds: false, merge_user_id: null },
    ...{ merged_at: null, merged_by_id: null, merge_commit_sha: null, squash_commit_sha: null, pending_merge: null },
    ...{ closes_issue_ids: [], approver_ids: [], approver_group_ids: [] },
    ...{ pending_rebase: null, accepted_by: null },
  };
}
