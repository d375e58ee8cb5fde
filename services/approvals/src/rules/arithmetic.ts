/** Whose approvals count, and how many are missing. Nothing here is asked or kept. */
import { DEVELOPER } from '@forgemesh/access';
import { type StoredRule } from './rule';
import { namedBy, type Standing } from './standing';

/** A merge request as far as approvals go. */
export interface Situation {
  rules: readonly StoredRule[];
  standing: Standing;
  author_id: number;
  /** Whether the author may not approve. */
  author_excluded: boolean;
  /** Users who may not approve because they committed. */
  excluded_ids: ReadonlySet<number>;
  /** Users who approved the version at hand. */
  approver_ids: readonly number[];
}

/** How far a rule is met. */
export interface RuleState {
  rule: StoredRule;
  /** Users whom it names and who may approve. */
  eligible: number[];
  /** Users whose approvals count for it. */
  approved_by: number[];
  left: number;
}

/** How far the rules are met together. */
export interface Verdict {
  states: RuleState[];
  required: number;
  left: number;
  /** Users whose approvals count. */
  approved_by: number[];
}

/**
 * Whether a user may approve. Authors, where they may at all, have to be named by a rule: nobody
 * else than the project chose them to.
 */
export function mayApprove(situation: Situation, userId: number): boolean {
  const { standing, rules, author_id: author } = situation;
  if ((standing.levels.get(userId) ?? 0) < DEVELOPER || situation.excluded_ids.has(userId)) return false;
  if (userId !== author) return true;
  return !situation.author_excluded && rules.some((rule) => namedBy(rule, standing.members).includes(author));
}

/** Counts the approvals. One counts for every rule that the user belongs to. */
export function judge(situation: Situation): Verdict {
  const counted = situation.approver_ids.filter((id) => mayApprove(situation, id));
  const states = situation.rules.map((rule) => stateOf(situation, rule, counted));
  return {
    states,
    required: sum(states.map(({ rule }) => rule.approvals_required)),
    left: sum(states.map(({ left }) => left)),
    approved_by: counted,
  };
}

function stateOf(situation: Situation, rule: StoredRule, counted: readonly number[]): RuleState {
  const eligible = namedBy(rule, situation.standing.members).filter((id) => mayApprove(situation, id));
  // A rule that names fewer than it requires could never be met by them: then everybody's approval
  // counts.
  const isOpen = eligible.length < rule.approvals_required || eligible.length === 0;
  const approvedBy = isOpen ? [...counted] : counted.filter((id) => eligible.includes(id));
  return { rule, eligible, approved_by: approvedBy, left: Math.max(rule.approvals_required - approvedBy.length, 0) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
