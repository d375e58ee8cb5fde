import { GitError } from '../errors';
import { diskFailureIn, explainDiskFailure } from './disk-failure';

const folder = __dirname;

describe('a disk failure', () => {
  it.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EROFS', 'disk_read_only'],
  ])('is recognized by the code %s', async (code, reason) => {
    const error = Object.assign(new Error('write'), { code });
    expect(await explainDiskFailure(error, folder)).toMatchObject({ name: 'GitError', reason });
  });

  it.each([
    ['fatal: unable to write loose object file: No space left on device', 'disk_full'],
    [
      "fatal: prepare: cannot lock ref 'refs/heads/a': Unable to create '/r/a.lock': Read-only file system",
      'disk_read_only',
    ],
  ])('is recognized by the message %s', async (message, reason) => {
    expect(diskFailureIn(message)).toMatchObject({ reason });
    expect(await explainDiskFailure(new GitError('refused', message), folder)).toMatchObject({ reason });
  });

  it('is not assumed for any other error', async () => {
    for (const error of [
      new GitError('git_failed', "couldn't write '/r/a.lock'"),
      new GitError('refused', 'unable to write'),
      new GitError('conflict', 'the ref has moved'),
      Object.assign(new Error('missing'), { code: 'ENOENT' }),
      'text',
    ]) {
      expect(await explainDiskFailure(error, `${folder}/missing/folder`)).toBe(error);
      expect(await explainDiskFailure(error, undefined)).toBe(error);
    }
  });
});
