/** Reads all that decides about the approvals of a merge request. */
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type { ApprovalsCall } from '../operation';
import { projectApprovals } from '../projects/project-approvals';
import type { ProjectApprovalsDocument } from '../projects/project-approvals.model';
import type { Situation } from '../rules/arithmetic';
import type { StoredRule } from '../rules/rule';
import { readStanding } from '../rules/standing';
import type { Approvals } from '../deps';
import type { ApprovalDocument } from './approval.model';
import { committersOf } from './committers';
import { requestApprovals } from './request-approvals';
import type { RequestApprovalsDocument } from './request-approvals.model';

/** A merge request with its approvals. */
export interface RequestSituation extends Situation {
  project: ProjectApprovalsDocument;
  request: RequestApprovalsDocument;
}

/** What is wanted of a situation. */
export interface SituationOptions {
  /** Version of the request that approvals are to be of; the newest by default. */
  version?: number;
  /** Somebody whose rights matter, too. */
  callerId?: number;
}

/** Reads it anew, for whoever decides by it. */
export async function readSituation(
  deps: Approvals,
  facts: MergeRequestSummary,
  options: SituationOptions = {},
): Promise<RequestSituation> {
  const stored = await Promise.all([
    projectApprovals(deps, facts.project_id),
    requestApprovals(deps, facts),
    approvalsOf(deps, facts),
  ]);
  return situationOf(deps, facts, stored, options);
}

/**
 * The same for whoever shows it to a caller: what is stored is known for a moment, and the caller's
 * level since his request came in.
 */
export async function loadCachedApprovalContext(
  call: ApprovalsCall,
  facts: MergeRequestSummary,
): Promise<RequestSituation> {
  const { deps, user } = call;
  const { queries } = deps;
  const stored = await Promise.all([
    queries.projects.get(facts.project_id, () => projectApprovals(deps, facts.project_id)),
    queries.requests.get(facts.id, () => requestApprovals(deps, facts)),
    queries.approvals.get(facts.id, () => approvalsOf(deps, facts)),
  ]);
  const levels = new Map(user ? [[user.id, call.resource('id').level]] : []);
  return situationOf(deps, facts, stored, { levels });
}

function approvalsOf({ approvals }: Approvals, { id }: MergeRequestSummary): Promise<ApprovalDocument[]> {
  return approvals.model.find({ merge_request_id: id }).sort({ _id: 1 }).lean<ApprovalDocument[]>();
}

async function situationOf(
  deps: Approvals,
  facts: MergeRequestSummary,
  [project, request, approvals]: [ProjectApprovalsDocument, RequestApprovalsDocument, ApprovalDocument[]],
  { version = facts.approval_version, callerId, levels }: SituationOptions & { levels?: ReadonlyMap<number, number> },
): Promise<RequestSituation> {
  const rules = await rulesFor(deps, facts, request.rules);
  const valid = approvals.filter((approval) => isValid(approval, version, project));
  const approverIds = valid.map(({ user_id: id }) => id);
  const others = [...approverIds, ...(callerId === undefined ? [] : [callerId])];
  const [standing, committers] = await Promise.all([
    readStanding(deps, facts.project_id, { rules, user_ids: others, known: levels }),
    project.merge_requests_disable_committers_approval ? committersOf(deps, facts) : [],
  ]);
  return {
    ...{ project, request, rules, standing },
    author_id: facts.author_id,
    author_excluded: project.merge_requests_author_approval,
    excluded_ids: new Set(committers),
    approver_ids: approverIds,
  };
}

/**
 * Whether an approval still says something about a version. The number decides, so no event can
 * come too late.
 */
export function isValid(
  { version_number: seen }: Pick<ApprovalDocument, 'version_number'>,
  version: number,
  { reset_approvals_on_push: resets }: Pick<ProjectApprovalsDocument, 'reset_approvals_on_push'>,
): boolean {
  return !resets || seen >= version;
}

/**
 * Rules that are for the branch that the request would be merged into. A protection that is gone
 * limits nothing any more.
 */
async function rulesFor(
  { clients }: Approvals,
  { project_id, target_branch: branch }: MergeRequestSummary,
  rules: readonly StoredRule[],
): Promise<StoredRule[]> {
  const ids = [...new Set(rules.flatMap(({ protected_branch_ids: each }) => each))];
  if (ids.length === 0) return [...rules];
  const answer = await clients.protections.listProtectionProfiles({ project_id, ids, branch });
  const known = new Set(answer.protected_branches.map(({ id }) => id));
  const covering = new Set(answer.covering_ids);
  return rules.filter(({ protected_branch_ids: each }) => {
    const left = each.filter((id) => known.has(id));
    return left.length === 0 || left.some((id) => covering.has(id));
  });
}
