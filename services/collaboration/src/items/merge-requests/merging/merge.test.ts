import type { MergeRequestDocument } from '#items/model';
import { changeMergeRequest } from '../changes/change-merge-request';
import type { MergeRequestChangesDeps } from '../deps';
import type { MergeContext } from '../diffs/refresh-merge-request';
import { merge } from './merge';

jest.mock('../changes/change-merge-request');
jest.mock('../closing-issues', () => ({
  closingReferences: () => Promise.resolve([]),
  refreshClosing: () => Promise.resolve([]),
}));
jest.mock('./merge-settings', () => ({
  mergeSubject: () => ({}),
  sidesOf: () => Promise.resolve({ target: { storage: 'default', full_path: 'a/b' } }),
}));
jest.mock('./remove-source-branch', () => ({ removeSourceBranch: () => Promise.resolve() }));

const lost = { applied: false, refusal: '', lost: true };

/** Merges a request; each attempt to apply the merge has one of the responses. */
async function mergeWith(...responses: (typeof lost)[]) {
  let current = {
    _id: 1,
    state: 'opened',
    version_number: 1,
    target_branch: 'main',
    merge_params: {},
    merge_commit_message: 'Merge',
  } as unknown as MergeRequestDocument;
  jest.mocked(changeMergeRequest).mockImplementation((_deps, _id, _actor, compute) => {
    current = { ...current, ...compute(current)?.set };
    return Promise.resolve(current);
  });
  const applied: string[] = [];
  let builds = 0;
  const merges = {
    buildMerge: () => Promise.resolve({ commit_sha: `build ${++builds}`, failure: '' }),
    applyMerge: ({ commit_sha }: { commit_sha: string }) => {
      applied.push(commit_sha);
      return Promise.resolve(responses[applied.length - 1]);
    },
  };
  const deps = { clients: { merges } } as unknown as MergeRequestChangesDeps;
  const context = { request: current, facts: { target_sha: 'tip' }, settings: undefined } as unknown as MergeContext;
  const merger = { user: { id: 7 }, rights: {} } as never;
  const merged = await merge(deps, merger, context, { merge_commit_message: 'Merge' });
  return { merged, applied };
}

describe('a merge', () => {
  it('is built again if its commits were lost before the branch moved', async () => {
    const { merged, applied } = await mergeWith(lost, { applied: true, refusal: '', lost: false });
    expect(applied).toEqual(['build 1', 'build 2']);
    expect(merged).toMatchObject({ state: 'merged', merge_error: null, merged_by_id: 7, pending_merge: null });
  });

  it('fails if they are lost again', async () => {
    const { merged, applied } = await mergeWith(lost, lost);
    expect(applied).toHaveLength(2);
    expect(merged).toMatchObject({ state: 'opened', merge_error: expect.stringContaining('Branch has been updated') });
  });

  it('is not built again if the branch has moved', async () => {
    const { merged, applied } = await mergeWith({ applied: false, refusal: '', lost: false });
    expect(applied).toEqual(['build 1']);
    expect(merged).toMatchObject({ state: 'opened', merge_error: expect.stringContaining('Branch has been updated') });
  });
});
