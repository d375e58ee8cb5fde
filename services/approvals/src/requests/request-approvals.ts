/** The rules of a merge request: found, made at first use, and changed. */
import type { EventEntity } from '@forgemesh/events';
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type { ApprovalsCall } from '../operation';
import { assertMayOverride } from '../access/policy';
import { projectApprovals } from '../projects/project-approvals';
import { defaultRule, withDefaultRule, type StoredRule } from '../rules/rule';
import type { Approvals } from '../deps';
import type { RequestApprovalsDocument } from './request-approvals.model';

/** What a merge request is now. Throws NotFoundError. */
export function factsOf({ deps }: ApprovalsCall, projectId: number, iid: number): Promise<MergeRequestSummary> {
  return deps.clients.mergeRequests.getMergeRequestSummary({ project_id: projectId, iid });
}

/** A merge request as far as its first rules go. */
export type NewRequest = Pick<
  MergeRequestSummary,
  'id' | 'iid' | 'project_id' | 'author_id' | 'approvals_before_merge'
>;

/**
 * The rules of a merge request; at first use they are copied from the project that it would be
 * merged into.
 */
export async function requestApprovals(deps: Approvals, request: NewRequest): Promise<RequestApprovalsDocument> {
  const { id, iid, project_id, author_id } = request;
  const earlier = await deps.requests.find(id);
  if (earlier) return earlier;
  const document = { _id: id, iid, project_id, ...(await firstRules(deps, request)) };
  try {
    return await deps.requests.insert(document, [{ type: 'approvals.merge_request.created', actor: author_id }]);
  } catch (error) {
    const first = isDuplicateKey(error) ? await deps.requests.find(id) : null;
    if (first) return first;
    throw error;
  }
}

/**
 * Copies of the project's rules, the default one with as many approvals as whoever created the
 * request wants, where the project allows it.
 */
async function firstRules(
  deps: Approvals,
  { project_id: projectId, approvals_before_merge: wanted = 0 }: NewRequest,
): Promise<Pick<RequestApprovalsDocument, 'rules' | 'overwritten'>> {
  const project = await projectApprovals(deps, projectId);
  const nextId = (): Promise<number> => deps.sequences.next('request_rules');
  const rules: StoredRule[] = [];
  for (const rule of project.rules)
    rules.push({ ...rule, id: await nextId(), source_rule_id: rule.id, operation_id: null });
  const isMore = wanted > (defaultRule(rules)?.approvals_required ?? 0);
  if (!isMore || project.disable_overriding_approvers_per_merge_request) return { rules, overwritten: false };
  return { rules: withDefaultRule(rules, { id: await nextId(), approvals_required: wanted }), overwritten: true };
}

/**
 * Changes the rules of a merge request where the caller may and the project allows it. Returns them
 * afterwards.
 */
export async function changeRequestRules(
  call: ApprovalsCall,
  facts: MergeRequestSummary,
  compute: (rules: readonly StoredRule[]) => StoredRule[],
): Promise<RequestApprovalsDocument> {
  const { deps, principal } = call;
  await requestApprovals(deps, facts);
  const changed = await deps.requests.mutate(facts.id, ({ rules: before }) => {
    const rules = compute(before);
    const changes = changesOf<{ rules: readonly StoredRule[] }>({ rules: before }, { rules });
    if (Object.keys(changes).length === 0) return null;
    const event = { type: 'approvals.merge_request.updated' as const, actor: principal.id, changes };
    return { set: { rules, overwritten: true }, events: [event] };
  });
  if (!changed) throw new NotFoundError();
  return changed;
}

/**
 * The merge request that a write of its rules names. Throws where the caller may not change them.
 */
export async function overridable(call: ApprovalsCall, iid: number): Promise<MergeRequestSummary> {
  const { id: projectId } = call.resource('id');
  const [facts, settings] = await Promise.all([factsOf(call, projectId, iid), projectApprovals(call.deps, projectId)]);
  assertMayOverride(call, facts, settings);
  return facts;
}

/** The rules of a merge request in its events, as they are kept. */
export function presentRequestApprovalsEvent(
  document: RequestApprovalsDocument,
): EventEntity<'approvals.merge_request.updated'> {
  const { _id: id, project_id, iid, rules, overwritten } = document;
  return { id, project_id, iid, rules, overwritten };
}
