import { internalOperation, type Call } from '@forgemesh/rpc';
import { MergeContentServiceDefinition } from '@forgemesh/proto/repository/v1/merge_content';
import { isGitError } from '@forgemesh/git-engine';
import { type PipelineDocument, presentPipelineSummary } from '#ci/pipelines';
import { localSideOf, sideOf } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

/** Maximum number of commits considered. */
const MAX_COMMITS = 1_000;

/** Lists the pipelines of the commits of a merge request. */
export const listMergePipelines = internalOperation(
  MergeContentServiceDefinition.listMergePipelines,
  async (request, { deps }: Call<InternalMergesDeps>) => {
    const { head_shas: heads, base_shas: bases, skip, limit } = request;
    const { repo } = localSideOf(deps, request.target).location;
    const { location, branch, full_path } = sideOf(request.source);
    const shas = await commitIds(deps, repo, heads, bases);
    const filter = { project_id: location.project_id, ref: branch, sha: { $in: shas } };
    const { model } = deps.pipelines;
    const [total, rows] = await Promise.all([
      model.countDocuments(filter),
      model.find(filter).sort({ _id: -1 }).skip(skip).limit(limit).lean<PipelineDocument[]>(),
    ]);
    return { total, pipelines: rows.map((pipeline) => presentPipelineSummary(deps.urls, pipeline, full_path)) };
  },
);

/** The commits of all versions; only of the newest one if maintenance has deleted older commits. */
async function commitIds(
  { git }: InternalMergesDeps,
  repo: string,
  heads: readonly string[],
  bases: readonly string[],
): Promise<string[]> {
  const list = async (from: readonly string[]): Promise<string[]> => {
    const { commits } = await git.listCommits({
      repo,
      from,
      exclude: bases.slice(0, from.length),
      limit: MAX_COMMITS,
    });
    return [...new Set([...heads, ...commits.map(({ id }) => id)])];
  };
  try {
    return await list(heads);
  } catch (error) {
    if (!isGitError(error, 'object_not_found')) throw error;
    return list(heads.slice(0, 1));
  }
}
