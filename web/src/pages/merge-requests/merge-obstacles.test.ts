import type { MergeRequest } from '#api/types';
import { canRebaseNow, mergeObstacles } from './merge-obstacles';

const request = (fields: Partial<MergeRequest> = {}): MergeRequest =>
  ({
    target_branch: 'main',
    sha: 'a'.repeat(40),
    work_in_progress: false,
    has_conflicts: false,
    blocking_discussions_resolved: true,
    rebase_in_progress: false,
    ...fields,
  }) as unknown as MergeRequest;
const conditions = { approvalsLeft: 0, openThreads: 0, mustSucceed: false };

describe('mergeObstacles', () => {
  it('has none for a merge request that can be merged', () =>
    expect(mergeObstacles(request(), conditions)).toEqual([]));

  it.each<[Partial<MergeRequest>, Partial<typeof conditions>, RegExp]>([
    [{ work_in_progress: true }, {}, /draft/],
    [{ has_conflicts: true }, {}, /in conflict. Merge or rebase onto main/],
    [{ blocking_discussions_resolved: false }, { openThreads: 1 }, /^1 thread must be resolved/],
    [{}, { approvalsLeft: 2 }, /^2 more approvals required/],
    [{}, { mustSucceed: true }, /pipeline must succeed/],
    [{ sha: null }, {}, /branch does not exist/],
    [{ rebase_in_progress: true }, {}, /rebase is under way/],
  ])('%j, %j', (fields, more, reason) =>
    expect(mergeObstacles(request(fields), { ...conditions, ...more })).toEqual([expect.stringMatching(reason)]),
  );
});

describe('canRebaseNow', () => {
  it.each<[Partial<MergeRequest>, boolean]>([
    [{}, true],
    [{ has_conflicts: true }, false],
    [{ rebase_in_progress: true }, false],
  ])('%j: %s', (fields, expected) => expect(canRebaseNow(request(fields))).toBe(expected));
});
