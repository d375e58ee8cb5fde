import { LoadCache } from '@forgemesh/cache';
import type { MergeRequestDocument } from '#items/model';
import { updateMergeRef } from './update-merge-ref';
import type { MergeRequestChangesDeps } from '../deps';

const request = {
  _id: 1,
  iid: 2,
  project_id: 3,
  source_project_id: 3,
  source_branch: 'topic',
  target_branch: 'main',
  state: 'opened',
  merge_status: 'can_be_merged',
  checked_target_sha: 'a'.repeat(40),
  checked_source_sha: 'b'.repeat(40),
} as MergeRequestDocument;

describe('updateMergeRef', () => {
  const call = jest.fn();
  const profiles = new Map([[3, { id: 3, storage: 'default', path_with_namespace: 'g/p' }]]);
  const deps = {
    clients: { mergeContents: { updateMergeRef: call } },
    display: { projects: { find: () => Promise.resolve(profiles) } },
    queries: { mergeRefs: new LoadCache({ maxEntries: 1, ttlMs: 0, maxSharedMs: 10_000 }) },
  } as unknown as MergeRequestChangesDeps;

  beforeEach(() => call.mockReset().mockResolvedValue({ commit_sha: 'merged' }));

  it('is one update for callers that meet, and another one later', async () => {
    const both = await Promise.all([updateMergeRef(deps, request), updateMergeRef(deps, request)]);
    expect(both).toEqual(['merged', 'merged']);
    expect(call).toHaveBeenCalledTimes(1);
    await updateMergeRef(deps, request);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('is an update for each pair of commits', async () => {
    const moved = { ...request, checked_source_sha: 'c'.repeat(40) };
    await Promise.all([updateMergeRef(deps, request), updateMergeRef(deps, moved)]);
    expect(call.mock.calls.map(([{ source_sha: sha }]) => sha)).toEqual(['b'.repeat(40), 'c'.repeat(40)]);
  });

  it('is tried again after a failure', async () => {
    call.mockRejectedValueOnce(new Error('unavailable'));
    await expect(updateMergeRef(deps, request)).rejects.toThrow('unavailable');
    expect(await updateMergeRef(deps, request)).toBe('merged');
  });

  it('is none for a request that cannot be merged', async () => {
    expect(await updateMergeRef(deps, { ...request, state: 'closed' })).toBeUndefined();
    expect(call).not.toHaveBeenCalled();
  });
});
