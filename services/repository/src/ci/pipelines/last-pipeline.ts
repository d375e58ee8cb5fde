import type { Call } from '@forgemesh/rpc';
import type { CommitPipeline } from '@forgemesh/proto/repository/v1/commit';
import { findNewestPipeline } from './find-newest-pipeline';
import { presentCommitPipeline } from './pipeline.entity';
import type { PipelinesDeps } from './deps';

/** The newest pipeline of a commit; null if none exists. */
export async function lastPipelineOf(
  call: Call<Pick<PipelinesDeps, 'urls' | 'pipelines' | 'newestPipelineCache'>>,
  sha: string,
): Promise<CommitPipeline | null> {
  const { id, full_path } = call.resource();
  const newest = await findNewestPipeline(call.deps, id, sha);
  return newest && presentCommitPipeline(call.deps.urls, newest, full_path);
}
