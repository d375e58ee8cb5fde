import type { Call } from '@forgemesh/rpc';
import type { CommitPipeline } from '@forgemesh/proto/repository/v1/commit';
import type { Repositories } from '#deps';
import { findNewestPipeline } from './find-newest-pipeline';
import { presentCommitPipeline } from './pipeline.entity';

/** The newest pipeline of a commit; null if none exists. */
export async function lastPipelineOf(call: Call<Repositories>, sha: string): Promise<CommitPipeline | null> {
  const { id, full_path } = call.resource();
  const newest = await findNewestPipeline(call.deps, id, sha);
  return newest && presentCommitPipeline(call.deps.urls, newest, full_path);
}
