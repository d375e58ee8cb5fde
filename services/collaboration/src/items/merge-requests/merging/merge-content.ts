/**
 * What a merge request brings: asked of the shard that holds the commits, which are kept with the
 * target.
 */
import type { GetMergeContentRequest, GetMergeContentResponse } from '@forgemesh/proto/repository/v1/merge';
import type { Collaboration } from '../../../deps';
import type { MergeRequestDocument } from '../merge-request.model';
import { storageOf } from './merge-settings';

/** Commits between which is asked, and what is asked. */
export type ContentQuestion = Partial<
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
 * Commits and changed files between two commits of the target project; nothing while there is no
 * commit.
 */
export async function mergeContent(
  deps: Collaboration,
  { project_id }: Pick<MergeRequestDocument, 'project_id'>,
  { base_sha, head_sha, ...wanted }: ContentQuestion,
): Promise<GetMergeContentResponse> {
  if (base_sha === null || head_sha === null) return NOTHING;
  const place = { project_id, storage: await storageOf(deps, project_id) };
  return deps.clients.merges.getMergeContent({ ...place, base_sha, head_sha, ...wanted });
}
