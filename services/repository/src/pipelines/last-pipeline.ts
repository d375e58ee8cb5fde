import type { Call } from '@forgemesh/kit';
import type { CommitPipeline } from '@forgemesh/proto/repository/v1/commit';
import type { Repositories } from '../service';
import { presentCommitPipeline } from './pipeline.entity';
import type { PipelineDocument } from './pipeline.model';

/** The newest pipeline of a commit; null where it has none. */
export async function lastPipelineOf(call: Call<Repositories>, sha: string): Promise<CommitPipeline | null> {
  const { id, full_path } = call.resource();
  const newest = await call.deps.pipelines.model
    .findOne({ project_id: id, sha }, undefined, { sort: { _id: -1 } })
    .lean<PipelineDocument>();
  return newest && presentCommitPipeline(newest, full_path);
}
