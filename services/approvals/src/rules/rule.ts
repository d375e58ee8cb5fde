/**
 * Stored approval rules. They are embedded in the document of their project or merge request, so
 * that a change of several rules is one update.
 */
import { ValidationError } from '@forgemesh/errors';

/** A stored rule. */
export interface StoredRule {
  id: number;
  name: string;
  /** Whether operations without a rule id refer to this rule. At most one rule per owner. */
  is_default: boolean;
  approvals_required: number;
  user_ids: number[];
  group_ids: number[];
  /** Protected branches that the rule applies to; empty for all branches. */
  protected_branch_ids: number[];
  /** Project rule that it was copied from; null if it was not copied. */
  source_rule_id: number | null;
  /** Id of the write that created the rule, to recognize retries. */
  operation_id: string | null;
  /** Section of code owners. Only their rules, which are not stored, have one. */
  section?: string;
}

/** Name of a default rule that was created without a name. */
const DEFAULT_NAME = 'All Members';

/**
 * `any_approver` if every eligible user may approve, `code_owner` for the owners of changed files,
 * `regular` if only named approvers may.
 */
export function ruleType(rule: StoredRule): string {
  const { is_default: isDefault, user_ids: users, group_ids: groups } = rule;
  if (isCodeOwnerRule(rule)) return 'code_owner';
  return isDefault && users.length === 0 && groups.length === 0 ? 'any_approver' : 'regular';
}

/** Whether a rule comes from a CODEOWNERS file. */
export function isCodeOwnerRule({ section }: StoredRule): boolean {
  return section !== undefined;
}

/** The default rule: the one that operations without a rule id refer to. */
export function defaultRule(rules: readonly StoredRule[]): StoredRule | undefined {
  return rules.find((rule) => rule.is_default);
}

/** Creates a rule without approvers and required approvals. */
export function newRule(fields: Pick<StoredRule, 'id' | 'name' | 'operation_id'> & Partial<StoredRule>): StoredRule {
  return {
    is_default: false,
    approvals_required: 0,
    user_ids: [],
    group_ids: [],
    protected_branch_ids: [],
    source_rule_id: null,
    ...fields,
  };
}

/** The rules with a changed default rule. It is created with `id` if it does not exist. */
export function withDefaultRule(
  rules: readonly StoredRule[],
  { id, ...set }: Partial<StoredRule> & { id: number },
): StoredRule[] {
  const current = defaultRule(rules);
  if (current) return replaceRule(rules, { ...current, ...set });
  return [...rules, newRule({ id, name: DEFAULT_NAME, is_default: true, operation_id: null, ...set })];
}

/** The rules with one rule replaced. */
export function replaceRule(rules: readonly StoredRule[], changed: StoredRule): StoredRule[] {
  return rules.map((rule) => (rule.id === changed.id ? changed : rule));
}

/** Throws ValidationError if another rule has the same name, or if both are default rules. */
export function assertNoConflict(rules: readonly StoredRule[], { id, name, is_default: isDefault }: StoredRule): void {
  const others = rules.filter((rule) => rule.id !== id);
  if (isDefault && defaultRule(others))
    throw new ValidationError({ rule_type: ['any-approver for the project already exists'] });
  if (others.some((rule) => rule.name === name)) throw new ValidationError({ name: ['has already been taken'] });
}
