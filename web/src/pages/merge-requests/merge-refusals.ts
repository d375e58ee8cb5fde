/** What the refusals of a merge or rebase mean, and what to do about them. */
import { t } from '@lingui/core/macro';
import type { MergeRequest } from '#api/types';
import { ApiError } from '#lib/api-error';

type Branches = Pick<MergeRequest, 'source_branch' | 'target_branch'>;

/** Runs a merge or rebase; a refusal is explained. */
export async function withMergeRefusals<T>(branches: Branches, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const text = error instanceof ApiError ? mergeRefusal(error, branches) : undefined;
    throw text === undefined ? error : new ApiError(400, text);
  }
}

/** Explains a refusal of the API; undefined if its own text is clear. */
export function mergeRefusal(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  { source_branch: source, target_branch: target }: Branches,
): string | undefined {
  if (status === 401) return t`You may not merge into ${target}. Ask someone who may, such as a maintainer.`;
  if (status === 405)
    return t`It cannot be merged at the moment: it is closed or a draft, or a thread or the pipeline prevents it. Load the page again to see why.`;
  if (status === 406)
    return t`It cannot be merged: approvals are missing, or ${source} must be brought up to date with ${target} first.`;
  if (status === 409 && message.includes('SHA does not match'))
    return t`Commits were pushed to ${source} after this page was loaded. Look at them, then merge again.`;
  if (status === 409) return t`A merge or rebase is under way already. Wait until it has ended.`;
  if (status === 403 && message.includes('Source branch does not exist'))
    return t`The branch ${source} does not exist any more. Push it again.`;
  if (status === 403 && message.includes('Cannot push'))
    return t`You may not push to ${source}. Ask its author to rebase it.`;
  return undefined;
}

/** Explains the stored error of the last merge or rebase. */
export function mergeErrorText(message: string, { source_branch: source, target_branch: target }: Branches): string {
  if (message.startsWith('Rebase failed'))
    return t`The rebase failed: a commit of ${source} conflicts with ${target}. Merge ${target} into ${source}, or rebase it on your machine.`;
  if (message.startsWith('Merge request is not mergeable'))
    return t`The automatic merge was cancelled: when the pipeline had succeeded, something else prevented the merge.`;
  if (message.startsWith('Something went wrong during the rebase pre-receive hook.'))
    return t`The rebased commits were refused: ${message.slice('Something went wrong during the rebase pre-receive hook.'.length).trim()}`;
  return message;
}
