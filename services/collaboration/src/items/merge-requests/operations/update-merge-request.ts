import { DEVELOPER } from '@forgemesh/access';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { Parameters } from '@forgemesh/rpc';
import {
  MergeRequestServiceDefinition,
  type UpdateMergeRequestRequest,
} from '@forgemesh/proto/collaboration/v1/merge_request';
import { relabelling } from '../../shared/item-attributes';
import { assertTexts } from '../../shared/texts/item-texts';
import { projectPlace } from '../../../planning/labels/label-place';
import { operation, type CollaborationCall } from '../../../operation';
import type { Collaboration } from '../../../deps';
import { mayAdminMergeRequests, mayUpdateMergeRequest } from '../../../access/policy';
import { assertBranches, assertNoOther } from '../assert-branches';
import { changeMergeRequest, type MergeRequestSet } from '../change-merge-request';
import { withoutAutoMerge } from '../diffs/compare-branches';
import { answerMergeRequest, findMergeRequest } from '../find-merge-request';
import { administeredAttributes, type AttributesRequest } from '../merge-request-attributes';
import type { MergeRequestDocument } from '../merge-request.model';
import { mergeSettingsOfOne, sidesOf, subjectOfSource } from '../merging/merge-settings';

type Request = Partial<Omit<Parameters<UpdateMergeRequestRequest>, 'attributes'>> & {
  attributes?: AttributesRequest | undefined;
};

/**
 * Changes a merge request. Two changes at once never lose one another: labels that are added or
 * removed meet those that are there by then.
 */
export const updateMergeRequest = operation(MergeRequestServiceDefinition.updateMergeRequest, async (request, call) => {
  const found = await findMergeRequest(call, request.merge_request_iid);
  return answerMergeRequest(call, await changeMergeRequestBy(call, found, request));
});

/**
 * Changes a merge request as a request says. Throws ForbiddenError for who may not; what only
 * others may set is left out.
 */
export async function changeMergeRequestBy(
  call: CollaborationCall,
  found: MergeRequestDocument,
  request: Request,
): Promise<MergeRequestDocument> {
  const { deps, principal } = call;
  const project = call.resource('id');
  if (!mayUpdateMergeRequest(found, project, principal)) throw new ForbiddenError();
  const attributes = await withoutForeignGrant(call, found, request.attributes ?? {});
  const title = request.title?.trim();
  assertTexts({ title, description: attributes.description });
  const { target_branch } = request;
  const event = await possibleEvent(deps, found, request.state_event);
  await assertNewBranches(call, found, { target_branch, event });
  const administered = await administeredAttributes(call, project, attributes);
  const relabel = await relabelling(
    call,
    projectPlace(call),
    mayAdminMergeRequests(call.resource('id')) ? request : {},
  );
  const isAdmin = mayAdminMergeRequests(project);
  const changed = await changeMergeRequest(deps, found._id, principal.id, (current) => {
    const branches = {
      ...stateOf(current, event, principal.id),
      ...targetOf(current, target_branch),
    };
    const reason = current.merge_when_pipeline_succeeds ? reasonToAbort(branches) : undefined;
    return {
      ...(reason !== undefined && { auto_merge: { aborted: reason } }),
      set: {
        ...branches,
        ...(reason !== undefined && withoutAutoMerge),
        ...(title !== undefined && { title }),
        ...ownFields(current, attributes),
        ...administered,
        ...relabel(administered.label_ids ?? current.label_ids),
        ...(isAdmin && request.discussion_locked !== undefined && { discussion_locked: request.discussion_locked }),
      },
    };
  });
  if (!changed) throw new NotFoundError('Merge Request');
  return changed;
}

/** Checks the branches that an open request will have. */
async function assertNewBranches(
  call: CollaborationCall,
  found: MergeRequestDocument,
  { target_branch, event }: { target_branch: string | undefined; event: string | undefined },
): Promise<void> {
  const staysOpen = found.state === 'opened' && event !== 'close';
  if (!(staysOpen && target_branch !== undefined) && event !== 'reopen') return;
  const next = { ...found, target_branch: target_branch ?? found.target_branch };
  await assertBranches(call.deps, next, call.resource('id'));
  await assertNoOther(call.deps, next);
}

/**
 * The event that is asked for, unless the request cannot be reopened: its source is gone. Then it
 * stays as it is, like one that is open already.
 */
async function possibleEvent(
  deps: Collaboration,
  found: MergeRequestDocument,
  event: string | undefined,
): Promise<string | undefined> {
  const isPossible = event !== 'reopen' || found.state !== 'closed' || (await hasSource(deps, found));
  return isPossible ? event : undefined;
}

/** Whether the project and the branch that a request comes from are there. */
async function hasSource(deps: Collaboration, request: MergeRequestDocument): Promise<boolean> {
  // The repository of a project that was removed lies there for a while.
  if (!(await mergeSettingsOfOne(deps, request.source_project_id))) return false;
  const sides = await sidesOf(deps, request);
  const tips = { ...sides, tips_only: true, branches_only: true };
  const { source_sha: tip } = await deps.clients.merges.prepareMerge(tips, { storage: sides.target.storage });
  return tip !== undefined;
}

/** What closing or reopening sets; nothing where it is so already. */
function stateOf({ state }: MergeRequestDocument, event: string | undefined, actor: number): MergeRequestSet {
  if (event === 'close' && state === 'opened') return { state: 'closed', closed_at: new Date(), closed_by_id: actor };
  if (event !== 'reopen' || state !== 'closed') return {};
  return { state: 'opened', closed_at: null, closed_by_id: null, merge_status: 'unchecked' };
}

/** Who may push to the source branch may let others do so, and nobody else. */
async function withoutForeignGrant(
  call: CollaborationCall,
  found: MergeRequestDocument,
  { allow_collaboration: allows, ...attributes }: AttributesRequest,
): Promise<AttributesRequest> {
  if (allows === undefined) return attributes;
  const { level, archived } = await subjectOfSource(call, found);
  return level >= DEVELOPER && !archived ? { ...attributes, allow_collaboration: allows } : attributes;
}

/** What the author may say too. */
function ownFields(current: MergeRequestDocument, attributes: AttributesRequest): MergeRequestSet {
  const { description, squash, remove_source_branch: remove, allow_collaboration } = attributes;
  return {
    ...(description !== undefined && { description }),
    ...(squash !== undefined && { squash }),
    ...(allow_collaboration !== undefined && { allow_collaboration }),
    ...(remove !== undefined && { merge_params: { ...current.merge_params, force_remove_source_branch: remove } }),
  };
}

/**
 * Another target is compared anew, in a version of its own, which voids approvals; later, too,
 * where that branch is missing yet.
 */
function targetOf({ target_branch, state }: MergeRequestDocument, wanted: string | undefined): MergeRequestSet {
  if (wanted === undefined || wanted === target_branch || state === 'merged' || state === 'locked') return {};
  return { target_branch: wanted, merge_status: 'unchecked', version_target: null };
}

/** Why a request does not wait for its pipeline any more; undefined where it may. */
function reasonToAbort({ state, target_branch: target }: MergeRequestSet): string | undefined {
  if (state === 'closed') return 'merge request was closed';
  return target === undefined ? undefined : 'target branch was changed';
}
