import { internalOperation, type Call } from '@forgemesh/rpc';
import { MergeServiceDefinition } from '@forgemesh/proto/repository/v1/merge';
import { patchLimits, presentDiffEntry } from '#commits/history';
import { commitMessage } from '#commits/merges';
import type { InternalMergesDeps } from './deps';

const COMMITS_CAP = 10_000;
/** A larger result would not fit into a message between services. */
const UNLIMITED = { max_files: 20_000, max_bytes: 64 * 1024 * 1024, max_patch_bytes: 16 * 1024 * 1024 };

/** Gets the commits and changes of a merge request. */
export const getMergeContent = internalOperation(
  MergeServiceDefinition.getMergeContent,
  async (request, { deps }: Call<InternalMergesDeps>) => {
    const { git, storages } = deps;
    const { repo } = storages.locate(request.project_id, request.storage);
    const { base_sha: base, head_sha: head, skip_commits: skip, limit_commits: limit } = request;
    const [page, counted, diff] = await Promise.all([
      request.with_commits && git.listCommits({ repo, from: [head], exclude: [base], skip, limit }),
      request.with_commits && git.pushedCommits({ repo, after: head, exclude: [base], limit: 0, cap: COMMITS_CAP }),
      request.with_diffs &&
        git.diffBetween({ repo, from: base, to: head, limits: request.limit_diffs ? patchLimits(deps) : UNLIMITED }),
    ]);
    return {
      commits: page ? page.commits.map((commit) => commitMessage(commit)) : [],
      has_more_commits: page ? page.has_more : false,
      commits_count: counted ? counted.count : 0,
      diffs: diff ? diff.files.map(presentDiffEntry) : [],
      overflow: diff ? diff.overflow : false,
    };
  },
);
