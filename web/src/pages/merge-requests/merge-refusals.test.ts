import { ApiError } from '#lib/api-error';
import { mergeErrorText, mergeRefusal, withMergeRefusals } from './merge-refusals';

const branches = { source_branch: 'feature', target_branch: 'main' };

describe('mergeRefusal', () => {
  it.each<[number, string, RegExp | undefined]>([
    [401, '401 Unauthorized', /may not merge into main/],
    [405, '405 Method Not Allowed', /a thread or the pipeline/],
    [406, 'Branch cannot be merged', /approvals are missing/],
    [409, 'SHA does not match HEAD of source branch: abc', /Commits were pushed to feature/],
    [409, '409 Conflict: Resource lock', /under way/],
    [403, '403 Forbidden - Cannot push to source branch', /may not push to feature/],
    [403, '403 Forbidden - Source branch does not exist', /does not exist any more/],
    [400, 'squash is required', undefined],
  ])('%s %s', (status, message, text) => {
    const explained = mergeRefusal({ status, message }, branches);
    if (text === undefined) expect(explained).toBeUndefined();
    else expect(explained).toMatch(text);
  });
});

describe('withMergeRefusals', () => {
  it('explains refusals and passes on other errors', async () => {
    const refused = (error: Error) => withMergeRefusals(branches, () => Promise.reject(error));
    await expect(refused(new ApiError(401, '401 Unauthorized'))).rejects.toThrow('You may not merge into main');
    await expect(refused(new ApiError(503, 'away'))).rejects.toThrow('away');
    await expect(refused(new TypeError('offline'))).rejects.toThrow('offline');
    await expect(withMergeRefusals(branches, () => Promise.resolve(1))).resolves.toBe(1);
  });
});

describe('mergeErrorText', () => {
  it.each<[string, RegExp]>([
    ['Rebase failed. Please rebase locally', /a commit of feature conflicts with main/],
    ['Merge request is not mergeable', /automatic merge was cancelled/],
    ['Something went wrong during the rebase pre-receive hook. Too large', /were refused: Too large/],
    ['Another text', /^Another text$/],
  ])('%s', (message, text) => expect(mergeErrorText(message, branches)).toMatch(text));
});
