/**
 * The content of merge requests, fetched from the storage of the target project, which has the
 * commits of both sides.
 */
import type { GetMergeContentRequest, GetMergeContentResponse } from '@forgemesh/proto/repository/v1/merge';
import type { MergeRequestDocument } from '#items/model';
import { storageOf } from './merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/** The commits to compare, and the data to return. */
export type ContentRequest = Partial<
  Omit<GetMergeContentRequest, 'project_id' | 'storage' | 'base_sha' | 'head_sha'>
> & { base_sha: string | null; head_sha: string | null };

const NOTHING: GetMergeContentResponse = {
  commits: [],
  has_more_commits: false,
  commits_count: 0,
  diffs: [],
  overflow: false,
};

/**
 * Commits and changed files between two commits of the target project; empty while one of them is
 * missing.
 */
export async function mergeContent(
  deps: MergeRequestChangesDeps,
  { project_id }: Pick<MergeRequestDocument, 'project_id'>,
  { base_sha, head_sha, ...options }: ContentRequest,
): Promise<GetMergeContentResponse> {
  if (base_sha === null || head_sha === null) return NOTHING;
  const location = { project_id, storage: await storageOf(deps, project_id) };
  return deps.clients.merges.getMergeContent({ ...location, base_sha, head_sha, ...options });
}
