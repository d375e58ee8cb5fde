/** Public interface of the evaluation of rules. */
export { eligibleApprovers, loadApproverPermissions, namedApprovers } from './approver-permissions';
export { type ApprovalContext, canApprove, evaluateApprovals, type RuleState } from './evaluate-approvals';
export { resolveApprovers } from './resolve-approvers';
export { BRANCH_TIER, loadRuleView, presentProjectRule, presentRequestRule, type RuleView } from './rule.entity';
export {
  assertNoConflict,
  defaultRule,
  isCodeOwnerRule,
  newRule,
  replaceRule,
  type StoredRule,
  withDefaultRule,
} from './rule';
