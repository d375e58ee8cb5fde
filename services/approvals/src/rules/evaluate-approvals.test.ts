import { evaluateApprovals, canApprove, type ApprovalContext } from './evaluate-approvals';
import { newRule, type StoredRule } from './rule';

const AUTHOR = 1;
const everybody = new Map([1, 2, 3, 4, 5].map((id) => [id, 30]));

function rule(fields: Partial<StoredRule>): StoredRule {
  return newRule({ id: 1, name: 'rule', operation_id: null, ...fields });
}

function context(fields: Partial<ApprovalContext>): ApprovalContext {
  return {
    rules: [],
    permissions: { levels: everybody, members: new Map([[9, [2, 3]]]) },
    author_id: AUTHOR,
    author_excluded: true,
    excluded_ids: new Set(),
    approver_ids: [],
    ...fields,
  };
}

function left(fields: Partial<ApprovalContext>): number {
  return evaluateApprovals(context(fields)).left;
}

describe('canApprove', () => {
  it('allows developers only', () => {
    const levels = new Map([...everybody, [6, 20]]);
    const guarded = context({ permissions: { levels, members: new Map() } });
    expect([2, 6, 7].map((id) => canApprove(guarded, id))).toEqual([true, false, false]);
  });

  it('allows direct members of groups that rules name, whatever their level in the project', () => {
    const levels = new Map([...everybody, [6, 0], [7, 10]]);
    const permissions = { levels, members: new Map([[9, [6, 8]]]) };
    const guarded = context({ permissions, rules: [rule({ group_ids: [9] })] });
    // User 8 is not active.
    expect([6, 7, 8].map((id) => canApprove(guarded, id))).toEqual([true, false, false]);
    expect(canApprove(context({ permissions }), 6)).toBe(false);
  });

  it('allows authors if a rule names them and the project permits it', () => {
    const rules = [rule({ user_ids: [AUTHOR] })];
    expect(canApprove(context({ rules }), AUTHOR)).toBe(false);
    expect(canApprove(context({ author_excluded: false }), AUTHOR)).toBe(false);
    expect(canApprove(context({ author_excluded: false, rules }), AUTHOR)).toBe(true);
  });

  it('refuses excluded users, named or not', () => {
    const committed = context({ rules: [rule({ user_ids: [2] })], excluded_ids: new Set([2]) });
    expect([2, 3].map((id) => canApprove(committed, id))).toEqual([false, true]);
  });
});

describe('rules of code owners', () => {
  const owners = (fields: Partial<StoredRule>) => rule({ section: 'codeowners', approvals_required: 1, ...fields });

  it('count approvals of owners only', () => {
    expect(left({ rules: [owners({ user_ids: [2] })], approver_ids: [3] })).toBe(1);
    expect(left({ rules: [owners({ user_ids: [2] })], approver_ids: [2] })).toBe(0);
    expect(left({ rules: [owners({ group_ids: [9] })], approver_ids: [3] })).toBe(0);
  });

  it('require no more approvals than there are eligible owners', () => {
    expect(left({ rules: [owners({ user_ids: [2, 3], approvals_required: 3 })], approver_ids: [2] })).toBe(1);
    expect(left({ rules: [owners({ user_ids: [AUTHOR] })] })).toBe(0);
    expect(left({ rules: [owners({})] })).toBe(0);
    expect(evaluateApprovals(context({ rules: [owners({})] })).required).toBe(0);
  });

  it('are met by developers only, whatever groups they name', () => {
    const permissions = { levels: new Map([[2, 20]]), members: new Map([[9, [2]]]) };
    expect(canApprove(context({ permissions, rules: [owners({ group_ids: [9] })] }), 2)).toBe(false);
  });
});

describe('evaluateApprovals', () => {
  it('requires none without rules', () => {
    expect(left({})).toBe(0);
  });

  it('counts every approver for a rule without named approvers', () => {
    const rules = [rule({ is_default: true, approvals_required: 2 })];
    expect([[], [4], [4, 5], [3, 4, 5]].map((ids) => left({ rules, approver_ids: ids }))).toEqual([2, 1, 0, 0]);
  });

  it('counts only named approvers for other rules', () => {
    const rules = [rule({ user_ids: [2, 3], approvals_required: 1 })];
    expect([[4], [2], [4, 3]].map((ids) => left({ rules, approver_ids: ids }))).toEqual([1, 0, 0]);
  });

  it('counts a user named twice once', () => {
    const rules = [rule({ user_ids: [2], group_ids: [9], approvals_required: 2 })];
    const { states } = evaluateApprovals(context({ rules, approver_ids: [2] }));
    expect(states).toMatchObject([{ eligible: [2, 3], approved_by: [2], left: 1 }]);
  });

  it('counts one approval for each rule of the user', () => {
    const rules = [
      rule({ user_ids: [2], approvals_required: 1 }),
      rule({ id: 2, group_ids: [9], approvals_required: 1 }),
    ];
    expect(left({ rules })).toBe(2);
    expect(left({ rules, approver_ids: [2] })).toBe(0);
    expect(left({ rules, approver_ids: [3] })).toBe(1);
  });

  it('counts every approver if a rule names fewer users than it requires', () => {
    const rules = [rule({ user_ids: [2], approvals_required: 2 })];
    expect(left({ rules, approver_ids: [4, 5] })).toBe(0);
    // A named author who may not approve does not count as an approver.
    expect(left({ rules: [rule({ user_ids: [AUTHOR], approvals_required: 1 })], approver_ids: [4] })).toBe(0);
  });

  it('ignores approvals of users who may no longer approve', () => {
    const rules = [rule({ is_default: true, approvals_required: 1 })];
    expect(left({ rules, approver_ids: [6] })).toBe(1);
    expect(left({ rules, approver_ids: [AUTHOR] })).toBe(1);
    expect(left({ rules, approver_ids: [2], excluded_ids: new Set([2]) })).toBe(1);
  });
});
