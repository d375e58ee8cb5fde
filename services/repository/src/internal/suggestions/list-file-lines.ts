import { internalOperation, type Call } from '@forgemesh/rpc';
import { SuggestionCommitServiceDefinition } from '@forgemesh/proto/repository/v1/suggestion_commit';
import { readLines } from './file-lines';
import type { InternalSuggestionsDeps } from './deps';

/** Reads ranges of lines of a file at a commit. */
export const listFileLines = internalOperation(
  SuggestionCommitServiceDefinition.listFileLines,
  async ({ project_id, storage, commit_sha, path, ranges }, { deps }: Call<InternalSuggestionsDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    const lines = await readLines(deps.git, { repo, commit_id: commit_sha, path });
    return {
      ranges: ranges.map(({ from_line: from, to_line: to }) => {
        const isInside = lines !== null && from >= 1 && from <= to && to <= lines.length;
        return { content: isInside ? lines.slice(from - 1, to).join('') : undefined };
      }),
    };
  },
);
