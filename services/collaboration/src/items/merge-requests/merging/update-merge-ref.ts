import type { MergeRequestDocument } from '#items/model';
import { sidesOf } from './merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/**
 * Writes the commit that a merge would create to `refs/merge-requests/<iid>/merge`, and returns its
 * id. Undefined if the request cannot be merged. Callers that meet share one update: a push causes
 * several events that lead here.
 */
export async function updateMergeRef(
  deps: MergeRequestChangesDeps,
  request: MergeRequestDocument,
): Promise<string | undefined> {
  const { _id: id, state, merge_status: status, checked_target_sha: ours, checked_source_sha: theirs } = request;
  if (state !== 'opened' || status !== 'can_be_merged' || ours === null || theirs === null) return undefined;
  const { mergeRefs } = deps.queries;
  const key = `${id} ${request.target_branch} ${ours} ${theirs}`;
  return mergeRefs.running(key) ?? mergeRefs.add(key, writeMergeRef(deps, request, { ours, theirs }));
}

async function writeMergeRef(
  deps: MergeRequestChangesDeps,
  request: MergeRequestDocument,
  { ours, theirs }: { ours: string; theirs: string },
): Promise<string | undefined> {
  const { target } = await sidesOf(deps, request);
  const merge = { target, target_sha: ours, source_sha: theirs, iid: request.iid };
  return (await deps.clients.mergeContents.updateMergeRef(merge, { storage: target.storage })).commit_sha;
}
