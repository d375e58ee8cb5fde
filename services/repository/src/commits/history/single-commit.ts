import { mayReadPipelines } from '@forgemesh/access';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import { lastPipelineOf } from '#ci/pipelines';
import { presentSingleCommit } from './commit.entity';
import { locateRepository } from '#commits';
import type { CommitsDeps } from './deps';

/** What the response of a single commit contains. */
interface SingleCommitOptions {
  /** Whether the lines are counted. */
  withStats: boolean;
  /** Whether the commit was just made, so that it has no pipeline. */
  isNew?: boolean;
}

/**
 * A single commit with the status of its newest pipeline, for callers who may read pipelines, and
 * optional line statistics.
 */
export async function singleCommit(
  call: Call<Pick<CommitsDeps, 'git' | 'storages' | 'urls' | 'pipelines' | 'newestPipelineCache'>>,
  id: string,
  { withStats, isNew = false }: SingleCommitOptions,
): Promise<ResponseOf<Commit>> {
  const { git } = call.deps;
  const { repo, project_id } = locateRepository(call);
  const [commit, stats, pipeline] = await Promise.all([
    git.getCommit({ repo, id }),
    withStats ? git.diffStats({ repo, ids: [id] }) : undefined,
    isNew ? null : lastPipelineOf(call, id),
  ]);
  return {
    ...presentSingleCommit(commit, project_id, pipeline, stats?.[0]),
    ...(!mayReadPipelines(call.resource()) && { last_pipeline: null }),
  };
}
