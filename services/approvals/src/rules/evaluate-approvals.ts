/** Evaluates approval rules: which approvals count, and how many are missing. Pure functions. */
import { isCodeOwnerRule, type StoredRule } from './rule';
import { hasApproverRight, namedApprovers, type ApproverPermissions } from './approver-permissions';

/** Input of the evaluation of a merge request. */
export interface ApprovalContext {
  rules: readonly StoredRule[];
  permissions: ApproverPermissions;
  author_id: number;
  /** Whether the author may not approve. */
  author_excluded: boolean;
  /** Users who may not approve because they committed to the merge request. */
  excluded_ids: ReadonlySet<number>;
  /** Users who approved the evaluated version. */
  approver_ids: readonly number[];
}

/** Evaluation of one rule. */
export interface RuleState {
  rule: StoredRule;
  /** Eligible users that the rule names. */
  eligible: number[];
  /** Users whose approvals count for the rule. */
  approved_by: number[];
  left: number;
}

/** Evaluation of all rules. */
export interface ApprovalResult {
  states: RuleState[];
  required: number;
  left: number;
  /** Users whose approvals count. */
  approved_by: number[];
}

/**
 * Whether a user may approve: those with the right to approve who are not excluded. Authors, if the
 * project permits them, must also be named by a rule.
 */
export function canApprove(context: ApprovalContext, userId: number): boolean {
  const { permissions, rules, author_id: author } = context;
  if (!hasApproverRight(rules, permissions, userId) || context.excluded_ids.has(userId)) return false;
  if (userId !== author) return true;
  return !context.author_excluded && rules.some((rule) => namedApprovers(rule, permissions.members).includes(author));
}

/** Evaluates all rules. An approval counts for every rule that the user belongs to. */
export function evaluateApprovals(context: ApprovalContext): ApprovalResult {
  const counted = context.approver_ids.filter((id) => canApprove(context, id));
  const states = context.rules.map((rule) => evaluateRule(context, rule, counted));
  return {
    states,
    required: sum(states.map(({ rule }) => rule.approvals_required)),
    left: sum(states.map(({ left }) => left)),
    approved_by: counted,
  };
}

function evaluateRule(context: ApprovalContext, rule: StoredRule, counted: readonly number[]): RuleState {
  const eligible = namedApprovers(rule, context.permissions.members).filter((id) => canApprove(context, id));
  if (isCodeOwnerRule(rule)) return evaluateCodeOwners(rule, eligible, counted);
  // A rule with fewer eligible users than required approvals could never be met. All approvals
  // count for it.
  const isOpen = eligible.length < rule.approvals_required || eligible.length === 0;
  const approvedBy = isOpen ? [...counted] : counted.filter((id) => eligible.includes(id));
  return { rule, eligible, approved_by: approvedBy, left: Math.max(rule.approvals_required - approvedBy.length, 0) };
}

/** Only owners can approve for owners; no more approvals are required than there are owners. */
function evaluateCodeOwners(rule: StoredRule, eligible: number[], counted: readonly number[]): RuleState {
  const approvedBy = counted.filter((id) => eligible.includes(id));
  const required = Math.min(rule.approvals_required, eligible.length);
  return {
    rule: { ...rule, approvals_required: required },
    eligible,
    approved_by: approvedBy,
    left: Math.max(required - approvedBy.length, 0),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
