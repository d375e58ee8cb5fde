import { UnavailableError } from '@forgemesh/errors';
import type { RefreshedMergeRequest } from '../diffs/refresh-merge-request';
import { detailedMergeStatus } from './detailed-merge-status';
import type { MergeRequestChangesDeps } from '../deps';

const refreshed = {
  request: {
    project_id: 1,
    iid: 1,
    state: 'opened',
    title: 'Change',
    merge_status: 'can_be_merged',
    head_sha: 'a',
    base_sha: 'b',
    version_number: 1,
  },
  facts: { source_sha: 'a', target_sha: 'b' },
} as unknown as RefreshedMergeRequest;

function statusWith(getMergeApproval: () => Promise<unknown>): Promise<string> {
  const mergeSettings = { listMergeSettings: () => Promise.resolve({ projects: [] }) };
  const deps = { clients: { approvals: { getMergeApproval }, mergeSettings } } as unknown as MergeRequestChangesDeps;
  return detailedMergeStatus(deps, refreshed, { hasBlockingThreads: false });
}

describe('the detailed merge status', () => {
  it('is unknown while approvals cannot be read', async () => {
    expect(await statusWith(() => Promise.reject(new UnavailableError()))).toBe('checking');
  });

  it.each([
    [true, 'mergeable'],
    [false, 'not_approved'],
  ])('follows the approvals: %j', async (approved, status) => {
    expect(await statusWith(() => Promise.resolve({ approved }))).toBe(status);
  });
});
