import { internalOperation, type Call } from '@forgemesh/rpc';
import { CodeSearchServiceDefinition } from '@forgemesh/proto/repository/v1/code_search';
import { parseSearch } from '#content/code-search';
import { findCommitId, type RevisionDeps } from '#commits';

/** Searches the files of a repository that this process serves. */
export const searchRepository = internalOperation(
  CodeSearchServiceDefinition.searchRepository,
  async ({ project_id, storage, branch, search, limit }, { deps, signal }: Call<RevisionDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    const commitId = await findCommitId(deps, repo, `refs/heads/${branch}`);
    if (commitId === null) return { matches: [] };
    const { found } = await deps.git.searchFiles(
      { repo, commit_id: commitId, ...parseSearch(search), with_names: true, skip: 0, limit, max_results: limit },
      { signal },
    );
    return { matches: found };
  },
);
