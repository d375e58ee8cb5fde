import { judge, mayApprove, type Situation } from './arithmetic';
import { newRule, type StoredRule } from './rule';

const AUTHOR = 1;
const everybody = new Map([1, 2, 3, 4, 5].map((id) => [id, 30]));

function rule(fields: Partial<StoredRule>): StoredRule {
  return newRule({ id: 1, name: 'rule', operation_id: null, ...fields });
}

function situation(fields: Partial<Situation>): Situation {
  return {
    rules: [],
    standing: { levels: everybody, members: new Map([[9, [2, 3]]]) },
    author_id: AUTHOR,
    author_excluded: true,
    excluded_ids: new Set(),
    approver_ids: [],
    ...fields,
  };
}

function left(fields: Partial<Situation>): number {
  return judge(situation(fields)).left;
}

describe('who may approve', () => {
  it('developers may, others may not', () => {
    const levels = new Map([...everybody, [6, 20]]);
    const guarded = situation({ standing: { levels, members: new Map() } });
    expect([2, 6, 7].map((id) => mayApprove(guarded, id))).toEqual([true, false, false]);
  });

  it('authors may where they are named and the project lets them', () => {
    const rules = [rule({ user_ids: [AUTHOR] })];
    expect(mayApprove(situation({ rules }), AUTHOR)).toBe(false);
    expect(mayApprove(situation({ author_excluded: false }), AUTHOR)).toBe(false);
    expect(mayApprove(situation({ author_excluded: false, rules }), AUTHOR)).toBe(true);
  });

  it('who is excluded may not, named or not', () => {
    const committed = situation({ rules: [rule({ user_ids: [2] })], excluded_ids: new Set([2]) });
    expect([2, 3].map((id) => mayApprove(committed, id))).toEqual([false, true]);
  });
});

describe('how many approvals are missing', () => {
  it('none without rules', () => {
    expect(left({})).toBe(0);
  });

  it('everybody counts for a rule that names nobody', () => {
    const rules = [rule({ is_default: true, approvals_required: 2 })];
    expect([[], [4], [4, 5], [3, 4, 5]].map((ids) => left({ rules, approver_ids: ids }))).toEqual([2, 1, 0, 0]);
  });

  it('only whom it names counts for another', () => {
    const rules = [rule({ user_ids: [2, 3], approvals_required: 1 })];
    expect([[4], [2], [4, 3]].map((ids) => left({ rules, approver_ids: ids }))).toEqual([1, 0, 0]);
  });

  it('a user who is named twice counts once', () => {
    const rules = [rule({ user_ids: [2], group_ids: [9], approvals_required: 2 })];
    const { states } = judge(situation({ rules, approver_ids: [2] }));
    expect(states).toMatchObject([{ eligible: [2, 3], approved_by: [2], left: 1 }]);
  });

  it('one approval counts for each rule of the user', () => {
    const rules = [
      rule({ user_ids: [2], approvals_required: 1 }),
      rule({ id: 2, group_ids: [9], approvals_required: 1 }),
    ];
    expect(left({ rules })).toBe(2);
    expect(left({ rules, approver_ids: [2] })).toBe(0);
    expect(left({ rules, approver_ids: [3] })).toBe(1);
  });

  it('everybody counts where fewer are named than required', () => {
    const rules = [rule({ user_ids: [2], approvals_required: 2 })];
    expect(left({ rules, approver_ids: [4, 5] })).toBe(0);
    // A named author who may not approve is no approver.
    expect(left({ rules: [rule({ user_ids: [AUTHOR], approvals_required: 1 })], approver_ids: [4] })).toBe(0);
  });

  it('what somebody gave counts no more once he may not approve', () => {
    const rules = [rule({ is_default: true, approvals_required: 1 })];
    expect(left({ rules, approver_ids: [6] })).toBe(1);
    expect(left({ rules, approver_ids: [AUTHOR] })).toBe(1);
    expect(left({ rules, approver_ids: [2], excluded_ids: new Set([2]) })).toBe(1);
  });
});
