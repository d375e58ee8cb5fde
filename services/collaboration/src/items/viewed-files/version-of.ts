/** Finds the version of a merge request that the caller marks files of. */
import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { findMergeRequest, hasHead } from '#items/merge-requests';
import type { ViewedFilesDeps } from './deps';

/** The key of the caller's marks for a version; `head_sha` is null without commits. */
export interface MarkedVersion {
  merge_request_id: number;
  user_id: number;
  head_sha: string | null;
}

/** By default the newest version. Throws BadRequestError for a commit that is the head of none. */
export async function versionOf(
  call: Call<ViewedFilesDeps>,
  { merge_request_iid: iid, head_sha }: { merge_request_iid: number; head_sha?: string | undefined },
): Promise<MarkedVersion> {
  const { deps, principal } = call;
  const request = await findMergeRequest(call, iid);
  if (head_sha !== undefined && !(await hasHead(deps, request, head_sha)))
    throw new BadRequestError('head_sha is not in a version of the merge request');
  return { merge_request_id: request._id, user_id: principal.id, head_sha: head_sha ?? request.head_sha };
}
