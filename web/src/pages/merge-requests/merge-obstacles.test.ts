import type { MergeRequest } from '#api/types';
import { canRebaseNow, canWaitForPipeline, mergeObstacles } from './merge-obstacles';

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
const running = { status: 'running' } as MergeRequest['pipeline'];
const conditions = { approvalsLeft: 0, openThreads: 0, mustSucceed: false };

describe('mergeObstacles', () => {
  it('has none for a merge request that can be merged', () =>
    expect(mergeObstacles(request(), conditions)).toEqual([]));

  it.each<[Partial<MergeRequest>, Partial<typeof conditions>, string, RegExp]>([
    [{ work_in_progress: true }, {}, 'draft', /draft/],
    [{ has_conflicts: true }, {}, 'conflict', /in conflict. Merge main into/],
    [{ blocking_discussions_resolved: false }, { openThreads: 1 }, 'threads', /^1 thread must be resolved/],
    [{}, { approvalsLeft: 2 }, 'approvals', /^2 more approvals required/],
    [{}, { mustSucceed: true }, 'pipeline', /pipeline of the newest commit must succeed/],
    [{ pipeline: running }, { mustSucceed: true }, 'pipeline', /The merge can wait/],
    [{ sha: null }, {}, 'no_commits', /branch does not exist/],
    [{ detailed_merge_status: 'commits_status' }, {}, 'no_commits', /no commits that main lacks/],
    [{ detailed_merge_status: 'need_rebase' }, {}, 'rebase_needed', /newest commit of main/],
    [{ rebase_in_progress: true }, {}, 'rebasing', /rebase is under way/],
  ])('%j, %j', (fields, more, kind, text) =>
    expect(mergeObstacles(request(fields), { ...conditions, ...more })).toEqual([
      { kind, text: expect.stringMatching(text) },
    ]),
  );
});

describe('canWaitForPipeline', () => {
  const waits = (fields: Partial<MergeRequest>, more: Partial<typeof conditions> = {}): boolean => {
    const shown = request(fields);
    return canWaitForPipeline(shown, mergeObstacles(shown, { ...conditions, ...more }));
  };
  it('needs a running pipeline and no other obstacle', () => {
    expect(waits({ pipeline: running })).toBe(true);
    expect(waits({ pipeline: running }, { mustSucceed: true })).toBe(true);
    expect(waits({ pipeline: running }, { approvalsLeft: 1 })).toBe(false);
    expect(waits({})).toBe(false);
  });
});

describe('canRebaseNow', () => {
  it.each<[Partial<MergeRequest>, boolean]>([
    [{}, true],
    [{ has_conflicts: true }, false],
    [{ rebase_in_progress: true }, false],
  ])('%j: %s', (fields, expected) => expect(canRebaseNow(request(fields))).toBe(expected));
});
