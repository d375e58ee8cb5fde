import { UnavailableError } from '@forgemesh/errors';
import type { GitErrorReason } from '@forgemesh/git-engine';
import { toServiceError } from './to-service-error';

/** An error of the worker, as it arrives in the service. */
function gitError(reason: GitErrorReason): Error {
  return Object.assign(new Error('the worker reports it'), { name: 'GitError', reason });
}

describe('toServiceError', () => {
  it.each([
    ['a command that took too long', gitError('deadline_exceeded'), true],
    ['a repository that is not available', gitError('unavailable'), false],
    ['a worker that has ended', Object.assign(new Error('ended'), { name: 'GitUnavailableError' }), false],
  ])('distinguishes time-outs, which count as attempts of an event: %s', (_name, error, isTimeout) => {
    const converted = toServiceError(error);
    expect(converted).toMatchObject({ reason: 'unavailable', isTimeout });
    // Also if an operation explains it to its caller.
    expect(new UnavailableError('The branch is unavailable', { cause: converted })).toMatchObject({ isTimeout });
  });

  it.each([
    ['disk_full', { reason: 'unavailable', retryAfter: 60, message: expect.stringContaining('disk space') }],
    ['disk_read_only', { reason: 'unavailable', retryAfter: 60, message: expect.stringContaining('read-only') }],
    ['object_not_found', { name: 'GitError' }],
  ] as const)('converts %s if it concerns all callers', (reason, expected) => {
    expect(toServiceError(gitError(reason))).toMatchObject(expected);
  });
});
