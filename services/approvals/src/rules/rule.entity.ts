/** Presents approval rules in the API. */
import { DEVELOPER } from '@forgemesh/access';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { ApprovalGroup, ApprovalUser } from '@forgemesh/proto/approvals/v1/approval_rule';
import type { MergeRequestApprovalRule } from '@forgemesh/proto/approvals/v1/merge_request_approval_rule';
import type {
  ProjectApprovalRule,
  RuleBranch,
  RuleBranchAccess,
} from '@forgemesh/proto/approvals/v1/project_approval_rule';
import type { ProtectedBranch, ProtectionAccessLevel } from '@forgemesh/proto/repository/v1/protected_branch';
import { presentGroup, presentUser } from '#clients';
import { isMemberOfAny, type ApproverPermissions } from './approver-permissions';
import { visibleGroups } from './resolve-approvers';
import { ruleType, type StoredRule } from './rule';
import type { RulesDeps } from './deps';

/** License tier from which rules can be limited to branches. */
export const BRANCH_TIER = 2;

/** Data of other services that a page of rules shows. */
export interface RuleView {
  /** Users in the order of the ids; deleted users are left out. */
  users(ids: readonly number[]): ResponseOf<ApprovalUser>[];
  /** Eligible approvers of a rule, except members only of groups hidden from the caller. */
  approvers(rule: StoredRule, eligible: readonly number[]): ResponseOf<ApprovalUser>[];
  /** Groups that the caller can see. */
  groups(ids: readonly number[]): ResponseOf<ApprovalGroup>[];
  branches: ReadonlyMap<number, ResponseOf<RuleBranch>>;
  tier: number;
  /** Whether any of the groups exists but is not visible to the caller. */
  hides(ids: readonly number[]): boolean;
}

/**
 * Loads the data that rules show, with a constant number of calls. `permissions` are those of the
 * approvers to show.
 */
export async function loadRuleView(
  call: Call<RulesDeps>,
  rules: readonly StoredRule[],
  permissions: readonly ApproverPermissions[],
): Promise<RuleView> {
  const { display } = call.deps;
  const groupIds = rules.flatMap(({ group_ids: ids }) => ids);
  const [users, groups, visible, branches] = await Promise.all([
    display.users.find([
      ...permissions.flatMap(({ levels }) => [...levels.keys()]),
      ...rules.flatMap(({ user_ids: ids }) => ids),
    ]),
    display.groups.find(groupIds),
    visibleGroups(call, groupIds),
    loadBranches(call, rules),
  ]);
  const pick = <T>(loaded: ReadonlyMap<number, T>, ids: readonly number[]): T[] =>
    ids.flatMap((id) => loaded.get(id) ?? []);
  const isShown = ({ user_ids: named, group_ids: ids }: StoredRule, userId: number): boolean =>
    named.includes(userId) ||
    permissions.some(
      ({ levels, members }) =>
        (levels.get(userId) ?? 0) >= DEVELOPER ||
        isMemberOfAny(
          ids.filter((id) => visible.has(id)),
          members,
          userId,
        ),
    );
  return {
    users: (ids) => pick(users, ids).map(presentUser),
    approvers: (rule, eligible) =>
      pick(
        users,
        eligible.filter((id) => isShown(rule, id)),
      ).map(presentUser),
    groups: (ids) =>
      pick(
        groups,
        ids.filter((id) => visible.has(id)),
      ).map(presentGroup),
    hides: (ids) => ids.some((id) => groups.has(id) && !visible.has(id)),
    branches,
    tier: call.context.tier,
  };
}

/** Presents a project rule. `eligible` are the ids of its eligible approvers. */
export function presentProjectRule(
  rule: StoredRule,
  view: RuleView,
  eligible: readonly number[],
): ResponseOf<ProjectApprovalRule> {
  const branches = rule.protected_branch_ids.flatMap((id) => view.branches.get(id) ?? []);
  const entity = {
    ...presentRule(rule, view, eligible),
    ...(view.tier >= BRANCH_TIER && { protected_branches: branches }),
  };
  // Lower tiers leave the list out, which the generated type cannot express.
  return entity as ResponseOf<ProjectApprovalRule>;
}

/** Presents a merge request rule with the project rule that it was copied from. */
export function presentRequestRule(
  rule: StoredRule,
  view: RuleView,
  { eligible, source }: { eligible: readonly number[]; source: ResponseOf<ProjectApprovalRule> | undefined },
): ResponseOf<MergeRequestApprovalRule> {
  return {
    ...presentRule(rule, view, eligible),
    section: rule.section ?? null,
    source_rule: source ?? null,
  };
}

type PresentedRule = Omit<ResponseOf<ProjectApprovalRule>, 'protected_branches'>;

function presentRule(rule: StoredRule, view: RuleView, eligible: readonly number[]): PresentedRule {
  return {
    id: rule.id,
    name: rule.name,
    rule_type: ruleType(rule),
    eligible_approvers: view.approvers(rule, eligible),
    approvals_required: rule.approvals_required,
    users: view.users(rule.user_ids),
    groups: view.groups(rule.group_ids),
    contains_hidden_groups: view.hides(rule.group_ids),
  };
}

async function loadBranches(call: Call<RulesDeps>, rules: readonly StoredRule[]): Promise<RuleView['branches']> {
  const ids = [...new Set(rules.flatMap(({ protected_branch_ids: each }) => each))];
  if (ids.length === 0 || call.context.tier < BRANCH_TIER) return new Map();
  const { protected_branches: found } = await call.deps.clients.protections.listProtectionProfiles({
    project_id: call.resource('id').id,
    ids,
  });
  return new Map(found.map((branch) => [branch.id ?? 0, presentBranch(branch)]));
}

function presentBranch(branch: ProtectedBranch): ResponseOf<RuleBranch> {
  return {
    id: branch.id ?? 0,
    name: branch.name,
    push_access_levels: branch.push_access_levels.map(presentBranchAccess),
    merge_access_levels: branch.merge_access_levels.map(presentBranchAccess),
    unprotect_access_levels: branch.unprotect_access_levels.map(presentBranchAccess),
    allow_force_push: branch.allow_force_push,
    code_owner_approval_required: branch.code_owner_approval_required ?? false,
  };
}

function presentBranchAccess(entry: ProtectionAccessLevel): ResponseOf<RuleBranchAccess> {
  return {
    id: entry.id,
    access_level: entry.access_level ?? null,
    access_level_description: entry.access_level_description,
    user_id: entry.user_id ?? null,
    group_id: entry.group_id ?? null,
  };
}
