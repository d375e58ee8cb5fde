import type { Pipeline } from '@forgemesh/proto/repository/v1/pipeline';
import { presentPipeline } from '../pipelines/pipeline.entity';
import type { PipelineDocument } from '../pipelines/pipeline.model';
import type { Repositories } from '../service';
import { findUsers } from '../users/directory';
import type { Side } from './merge-side';

/** The newest pipeline of a commit; undefined where there is none. */
export async function newestPipeline(
  deps: Repositories,
  { location, full_path }: Side,
  sha: string,
): Promise<Pipeline | undefined> {
  if (sha === '') return undefined;
  const newest = await deps.pipelines.model
    .findOne({ project_id: location.project_id, sha }, undefined, { sort: { _id: -1 } })
    .lean<PipelineDocument>();
  if (!newest) return undefined;
  const users = await findUsers(deps, [newest.user_id]);
  const presented = presentPipeline(newest, full_path, users.get(newest.user_id));
  // Between services what is null is left out.
  return Object.fromEntries(Object.entries(presented).filter(([, value]) => value !== null)) as unknown as Pipeline;
}
