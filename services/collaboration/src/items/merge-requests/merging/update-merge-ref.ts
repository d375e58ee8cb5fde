import type { Collaboration } from '../../../deps';
import type { MergeRequestDocument } from '../merge-request.model';
import { sidesOf } from './merge-settings';

/**
 * Has the commit written that a merge would make; `refs/merge-requests/<iid>/merge` leads to it.
 * Undefined where it cannot be merged.
 */
export async function updateMergeRef(deps: Collaboration, request: MergeRequestDocument): Promise<string | undefined> {
  const { state, merge_status: status, checked_target_sha: ours, checked_source_sha: theirs } = request;
  if (state !== 'opened' || status !== 'can_be_merged' || ours === null || theirs === null) return undefined;
  const { target } = await sidesOf(deps, request);
  const merge = { target, target_sha: ours, source_sha: theirs, iid: request.iid };
  return (await deps.clients.mergeContents.updateMergeRef(merge, { storage: target.storage })).commit_sha;
}
