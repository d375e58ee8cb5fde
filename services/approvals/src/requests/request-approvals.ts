/** Loads, creates and changes the approval rules of a merge request. */
import type { Call } from '@forgemesh/rpc';
import type { EventEntity } from '@forgemesh/events';
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { assertCanOverride } from '#access';
import { loadProjectApprovals } from '#projects';
import { defaultRule, type StoredRule, withDefaultRule } from '#rules';
import type { RequestApprovalsDocument } from './request-approvals.model';
import type { RequestApprovalsDeps } from './deps';

type Deps = Pick<RequestApprovalsDeps, 'clients' | 'sequences' | 'projects' | 'requests'>;

/** The current summary of a merge request. Throws NotFoundError. */
export function fetchSummary({ deps }: Call<Deps>, projectId: number, iid: number): Promise<MergeRequestSummary> {
  return deps.clients.mergeRequests.getMergeRequestSummary({ project_id: projectId, iid });
}

/** Fields of a merge request that its initial rules depend on. */
export type NewRequest = Pick<
  MergeRequestSummary,
  'id' | 'iid' | 'project_id' | 'author_id' | 'approvals_before_merge'
>;

/** The approval rules of a merge request. On first use they are copied from the target project. */
export async function ensureRequestApprovals(deps: Deps, request: NewRequest): Promise<RequestApprovalsDocument> {
  const { id, iid, project_id, author_id } = request;
  const earlier = await deps.requests.find(id);
  if (earlier) return earlier;
  const document = { _id: id, iid, project_id, ...(await initialRules(deps, request)) };
  try {
    return await deps.requests.insert(document, [{ type: 'approvals.merge_request.created', actor: author_id }]);
  } catch (error) {
    const first = isDuplicateKey(error) ? await deps.requests.find(id) : null;
    if (first) return first;
    throw error;
  }
}

/**
 * Copies of the project's rules. The default rule gets the number of approvals that the author
 * requested if it is higher and the project allows overrides.
 */
async function initialRules(
  deps: Deps,
  { project_id: projectId, approvals_before_merge: requested = 0 }: NewRequest,
): Promise<Pick<RequestApprovalsDocument, 'rules' | 'overwritten'>> {
  const project = await loadProjectApprovals(deps, projectId);
  const nextId = (): Promise<number> => deps.sequences.next('request_rules');
  const rules: StoredRule[] = [];
  for (const rule of project.rules)
    rules.push({ ...rule, id: await nextId(), source_rule_id: rule.id, operation_id: null });
  const isMore = requested > (defaultRule(rules)?.approvals_required ?? 0);
  if (!isMore || project.disable_overriding_approvers_per_merge_request) return { rules, overwritten: false };
  return { rules: withDefaultRule(rules, { id: await nextId(), approvals_required: requested }), overwritten: true };
}

/** Changes the rules of a merge request. Returns the document afterwards. Throws NotFoundError. */
export async function changeRequestRules(
  call: Call<Deps>,
  summary: MergeRequestSummary,
  compute: (rules: readonly StoredRule[]) => StoredRule[],
): Promise<RequestApprovalsDocument> {
  const { deps, principal } = call;
  await ensureRequestApprovals(deps, summary);
  const changed = await deps.requests.mutate(summary.id, ({ rules: before }) => {
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
 * The merge request whose rules a write changes. Throws ForbiddenError if the caller may not change
 * them or the project does not allow it.
 */
export async function authorizeOverride(call: Call<Deps>, iid: number): Promise<MergeRequestSummary> {
  const { id: projectId } = call.resource('id');
  const [summary, settings] = await Promise.all([
    fetchSummary(call, projectId, iid),
    loadProjectApprovals(call.deps, projectId),
  ]);
  assertCanOverride(call, summary, settings);
  return summary;
}

/** Throws ForbiddenError for rules that come from a CODEOWNERS file. */
export function assertNotGenerated({ code_owner_ids: ids = [] }: RequestApprovalsDocument, ruleId: number): void {
  if (ids.some(({ id }) => id === ruleId)) throw new ForbiddenError();
}

/** Presents the rules of a merge request in events, as stored. */
export function presentRequestApprovalsEvent(
  document: RequestApprovalsDocument,
): EventEntity<'approvals.merge_request.updated'> {
  const { _id: id, project_id, iid, rules, overwritten } = document;
  return { id, project_id, iid, rules, overwritten };
}
