import type { Pipeline } from '@forgemesh/proto/repository/v1/pipeline';
import { findNewestPipeline } from '../../ci/pipelines/find-newest-pipeline';
import { presentPipeline } from '../../ci/pipelines/pipeline.entity';
import type { Repositories } from '../../deps';
import { findUsers } from '../../clients/users/directory';
import type { Side } from './merge-side';

/** The newest pipeline of a commit; undefined where there is none. */
export async function newestPipeline(
  deps: Repositories,
  { location, full_path }: Side,
  sha: string,
): Promise<Pipeline | undefined> {
  if (sha === '') return undefined;
  const newest = await findNewestPipeline(deps, location.project_id, sha);
  if (!newest) return undefined;
  const users = await findUsers(deps, [newest.user_id]);
  const presented = presentPipeline(newest, full_path, users.get(newest.user_id));
  // Between services what is null is left out.
  return Object.fromEntries(Object.entries(presented).filter(([, value]) => value !== null)) as unknown as Pipeline;
}
