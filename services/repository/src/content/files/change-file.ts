/** Changes one file with one commit. */
import { canPush } from '@forgemesh/access';
import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { identitiesOf, refusalOf } from '#commits/history';
import { commitFiles } from '#commits/commit-files';
import { locateRepository } from '#commits';
import type { GitErrorReason, CommitAction } from '@forgemesh/git-engine';
import { mayPushTo } from '#access';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import type { FilesDeps } from './deps';

/** Dependencies of a change: it reads no large files. */
type ChangeFileDeps = Omit<FilesDeps, 'objects' | 'lfsLinks' | 'lfsLimits'>;

/** Parameters common to the three file operations. */
export interface FileChangeRequest {
  branch: string;
  commit_message: string;
  start_branch?: string | undefined;
  author_email?: string | undefined;
  author_name?: string | undefined;
}

/**
 * Commits one action and returns the id of the commit. Throws BadRequestError with the API's
 * messages; `messages` overrides some of them.
 */
export async function changeFile(
  call: Call<ChangeFileDeps>,
  request: FileChangeRequest,
  action: CommitAction,
  messages: Partial<Record<GitErrorReason, string>> = {},
): Promise<string> {
  const location = locateRepository(call);
  const subject = await pushSubjectFor(call, call.resource(), request.branch);
  if (!canPush(subject)) throw new ForbiddenError();
  const [protections, identities] = await Promise.all([
    listProtectionsFor(call.deps, location.project_id, call.user),
    identitiesOf(call.deps, call.user, request),
  ]);
  if (!mayPushTo(subject, request.branch, protections))
    throw new BadRequestError('You are not allowed to push into this branch');
  try {
    return await commitFiles(call.deps, {
      location,
      branch: request.branch,
      start_branch: request.start_branch,
      message: request.commit_message,
      actions: [action],
      ...identities,
      user: call.user,
      may_be_default: subject.default_branch === '',
      operation_id: call.operationId,
      convert: call.deps.largeFiles.createConversion(call),
      check: call.deps.pushRules.createCheck(call),
    });
  } catch (error) {
    throw refusalOf(error, messages);
  }
}
