import type { Pipeline } from '@forgemesh/proto/repository/v1/pipeline';
import { findNewestPipeline, presentPipeline } from '#ci/pipelines';
import { findUsers } from '#clients/users';
import type { Side } from './merge-side';
import type { MergesDeps } from './deps';

/** The newest pipeline of a commit; undefined if none exists. */
export async function newestPipeline(
  deps: Pick<MergesDeps, 'clients' | 'urls' | 'pipelines' | 'users' | 'newestPipelineCache'>,
  { location, full_path }: Side,
  sha: string,
): Promise<Pipeline | undefined> {
  if (sha === '') return undefined;
  const newest = await findNewestPipeline(deps, location.project_id, sha);
  if (!newest) return undefined;
  const users = await findUsers(deps, [newest.user_id]);
  const presented = presentPipeline(deps.urls, newest, full_path, users.get(newest.user_id));
  // In messages between services, null fields are omitted.
  return Object.fromEntries(Object.entries(presented).filter(([, value]) => value !== null)) as unknown as Pipeline;
}
