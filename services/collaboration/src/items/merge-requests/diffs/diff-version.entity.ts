/** Presents diff versions in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { DiffVersion } from '@forgemesh/proto/collaboration/v1/merge_request';
import type { DiffVersionDocument } from '#items/model';

/** A version in a list. */
export function presentDiffVersion(version: DiffVersionDocument): ResponseOf<DiffVersion> {
  const { _id: id, head_commit_sha, base_commit_sha, start_commit_sha, merge_request_id, state, real_size } = version;
  const created_at = version.created_at.toISOString();
  const shown = {
    id,
    head_commit_sha,
    base_commit_sha,
    start_commit_sha,
    created_at,
    merge_request_id,
    state,
    real_size,
  };
  return shown as ResponseOf<DiffVersion>;
}
