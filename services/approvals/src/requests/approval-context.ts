/** Loads everything that the evaluation of a merge request's approvals depends on. */
import type { Call } from '@forgemesh/rpc';
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { loadProjectApprovals, type ProjectApprovalsDocument } from '#projects';
import { type ApprovalContext, loadApproverPermissions, type StoredRule } from '#rules';
import type { ApprovalDocument } from './approval.model';
import { loadCodeOwnerRules } from './code-owner-rules';
import { committersOf } from './committers';
import { ensureRequestApprovals } from './request-approvals';
import type { RequestApprovalsDocument } from './request-approvals.model';
import type { RequestApprovalsDeps } from './deps';

/** A merge request with its rules and approvals. */
export interface RequestApprovalContext extends ApprovalContext {
  project: ProjectApprovalsDocument;
  request: RequestApprovalsDocument;
  /** All approvals, including those of earlier versions, in the order of their ids. */
  approvals: readonly ApprovalDocument[];
  /** Rules of the owners of changed files, which `rules` contains too. */
  code_owner_rules: readonly StoredRule[];
}

/** Options of `loadApprovalContext`. */
export interface ContextOptions {
  /** Diff version that approvals must refer to. Default: the approval version of the summary. */
  version?: number;
  /** Id of a further user whose access level is loaded. */
  callerId?: number;
}

/** Loads the context without caches, for decisions. */
export async function loadApprovalContext(
  deps: RequestApprovalsDeps,
  summary: MergeRequestSummary,
  options: ContextOptions = {},
): Promise<RequestApprovalContext> {
  const stored = await Promise.all([
    loadProjectApprovals(deps, summary.project_id),
    ensureRequestApprovals(deps, summary),
    approvalsOf(deps, summary),
  ]);
  return buildApprovalContext(deps, summary, stored, options);
}

/**
 * Loads the context for display: stored documents come from the query caches, and the caller's
 * level from the authorization of the request.
 */
export async function loadCachedApprovalContext(
  call: Call<RequestApprovalsDeps>,
  summary: MergeRequestSummary,
): Promise<RequestApprovalContext> {
  const { deps, user } = call;
  const { queries } = deps;
  const stored = await Promise.all([
    queries.projects.get(summary.project_id, () => loadProjectApprovals(deps, summary.project_id)),
    queries.requests.get(summary.id, () => ensureRequestApprovals(deps, summary)),
    queries.approvals.get(summary.id, () => approvalsOf(deps, summary)),
  ]);
  const { level, storage } = call.resource('id');
  const levels = new Map(user ? [[user.id, level]] : []);
  return buildApprovalContext(deps, summary, stored, { levels, storage });
}

function approvalsOf({ approvals }: RequestApprovalsDeps, { id }: MergeRequestSummary): Promise<ApprovalDocument[]> {
  return approvals.model.find({ merge_request_id: id }).sort({ _id: 1 }).lean<ApprovalDocument[]>();
}

interface BuildOptions extends ContextOptions {
  /** Levels that are already loaded. */
  levels?: ReadonlyMap<number, number>;
  /** Storage of the project, if it is known. */
  storage?: string;
}

async function buildApprovalContext(
  deps: RequestApprovalsDeps,
  summary: MergeRequestSummary,
  [project, request, approvals]: [ProjectApprovalsDocument, RequestApprovalsDocument, ApprovalDocument[]],
  { version = summary.approval_version, callerId, levels, storage: known }: BuildOptions,
): Promise<RequestApprovalContext> {
  const storage = known === undefined ? storageOf(deps, summary) : Promise.resolve(known);
  const [stored, codeOwnerRules] = await Promise.all([
    applicableRules(deps, summary, request.rules),
    loadCodeOwnerRules(deps, summary, { request, storage }),
  ]);
  const rules = [...stored, ...codeOwnerRules];
  const approverIds = approversOf(approvals, version, project);
  const others = [...approverIds, ...(callerId === undefined ? [] : [callerId])];
  const [permissions, committers] = await Promise.all([
    loadApproverPermissions(deps, summary.project_id, { rules, user_ids: others, levels }),
    project.merge_requests_disable_committers_approval ? committersOf(deps, summary, await storage) : [],
  ]);
  return {
    project,
    request,
    approvals,
    rules,
    code_owner_rules: codeOwnerRules,
    permissions,
    author_id: summary.author_id,
    author_excluded: project.merge_requests_author_approval,
    excluded_ids: new Set(committers),
    approver_ids: approverIds,
  };
}

/**
 * The context after a user approved. The access levels of the user must be loaded already, as
 * `callerId` does.
 */
export function withApproval(
  context: RequestApprovalContext,
  approval: ApprovalDocument,
  { approval_version: version }: MergeRequestSummary,
): RequestApprovalContext {
  const others = context.approvals.filter(({ _id }) => _id !== approval._id);
  const approvals = [...others, approval].sort((one, other) => one._id - other._id);
  return { ...context, approvals, approver_ids: approversOf(approvals, version, context.project) };
}

function approversOf(
  approvals: readonly ApprovalDocument[],
  version: number,
  project: ProjectApprovalsDocument,
): number[] {
  return approvals.filter((approval) => isValid(approval, version, project)).map(({ user_id: id }) => id);
}

/** The storage of the project; no storage is needed while a branch is missing. */
async function storageOf(
  { clients }: RequestApprovalsDeps,
  { project_id: id, base_sha: base, head_sha: head }: MergeRequestSummary,
): Promise<string> {
  if (base === undefined || head === undefined) return '';
  const { projects } = await clients.mergeSettings.listMergeSettings({ ids: [id] });
  return projects[0]?.storage ?? '';
}

/**
 * Whether an approval is valid for a version. The decision depends on version numbers only, so a
 * late event cannot change it.
 */
export function isValid(
  { version_number: seen }: Pick<ApprovalDocument, 'version_number'>,
  version: number,
  { reset_approvals_on_push: resets }: Pick<ProjectApprovalsDocument, 'reset_approvals_on_push'>,
): boolean {
  return !resets || seen >= version;
}

/** Rules that apply to the target branch. Deleted protections do not limit a rule. */
async function applicableRules(
  { clients }: RequestApprovalsDeps,
  { project_id, target_branch: branch }: MergeRequestSummary,
  rules: readonly StoredRule[],
): Promise<StoredRule[]> {
  const ids = [...new Set(rules.flatMap(({ protected_branch_ids: each }) => each))];
  if (ids.length === 0) return [...rules];
  const response = await clients.protections.listProtectionProfiles({ project_id, ids, branch });
  const existing = new Set(response.protected_branches.map(({ id }) => id));
  const covering = new Set(response.covering_ids);
  return rules.filter(({ protected_branch_ids: each }) => {
    const left = each.filter((id) => existing.has(id));
    return left.length === 0 || left.some((id) => covering.has(id));
  });
}
