/**
 * Approval rules as they are kept: in the document of their project or merge request, so that a
 * change of several is one update.
 */
import { ValidationError } from '@forgemesh/errors';

/** A rule. */
export interface StoredRule {
  id: number;
  name: string;
  /** Whether the older operations mean this rule, which name none; there is one at most. */
  is_default: boolean;
  approvals_required: number;
  user_ids: number[];
  group_ids: number[];
  /** Protected branches that it is for; empty for all. */
  protected_branch_ids: number[];
  /** Rule of the project that it was copied from; null for others. */
  source_rule_id: number | null;
  /** The write that made it, so that a repeated one finds it. */
  operation_id: string | null;
}

/** Name of a default rule that nobody named. */
const DEFAULT_NAME = 'All Members';

/** Whether whoever may approve counts for a rule, or only whom it names. */
export function ruleType({ is_default: isDefault, user_ids: users, group_ids: groups }: StoredRule): string {
  return isDefault && users.length === 0 && groups.length === 0 ? 'any_approver' : 'regular';
}

/** The rule that the older operations mean. */
export function defaultRule(rules: readonly StoredRule[]): StoredRule | undefined {
  return rules.find((rule) => rule.is_default);
}

/** A rule that requires and names nothing yet. */
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

/** The rules with a changed default rule, which comes into being under `id` where there is none. */
export function withDefaultRule(
  rules: readonly StoredRule[],
  { id, ...set }: Partial<StoredRule> & { id: number },
): StoredRule[] {
  const current = defaultRule(rules);
  if (current) return replaceRule(rules, { ...current, ...set });
  return [...rules, newRule({ id, name: DEFAULT_NAME, is_default: true, operation_id: null, ...set })];
}

/** The rules with one of them changed. */
export function replaceRule(rules: readonly StoredRule[], changed: StoredRule): StoredRule[] {
  return rules.map((rule) => (rule.id === changed.id ? changed : rule));
}

/**
 * Throws where another rule has the name of this one, or is the default rule as this one would be.
 */
export function assertFits(rules: readonly StoredRule[], { id, name, is_default: isDefault }: StoredRule): void {
  const others = rules.filter((rule) => rule.id !== id);
  if (isDefault && defaultRule(others))
    throw new ValidationError({ rule_type: ['any-approver for the project already exists'] });
  if (others.some((rule) => rule.name === name)) throw new ValidationError({ name: ['has already been taken'] });
}
