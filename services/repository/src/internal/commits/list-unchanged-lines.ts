import { internalOperation, type Call } from '@forgemesh/rpc';
import { CommitLineServiceDefinition, type FileLine } from '@forgemesh/proto/repository/v1/commit_line';
import { type TreeDiff, isGitError } from '@forgemesh/git-engine';
import { keepsLine } from '#commits/history';
import type { RevisionDeps } from '#commits';

/** Lists which lines of one commit still exist in another one. Renamed files are followed. */
export const listUnchangedLines = internalOperation(
  CommitLineServiceDefinition.listUnchangedLines,
  async (request, { deps }: Call<RevisionDeps>) => {
    const { repo } = deps.storages.locate(request.project_id, request.storage);
    const { from_sha: from, to_sha: to, lines } = request;
    try {
      const diff = await deps.git.diffBetween({ repo, from, to });
      return { states: lines.map((line) => stateOf(diff, line)) };
    } catch (error) {
      if (isGitError(error, 'object_not_found')) return { states: lines.map(() => 'unknown') };
      throw error;
    }
  },
);

function stateOf({ files, overflow }: TreeDiff, { path, line }: FileLine): string {
  const file = files.find(({ old_path, new_file }) => old_path === path && !new_file);
  if (!file) return overflow ? 'unknown' : 'kept';
  if (file.too_large) return 'unknown';
  return file.deleted_file || !keepsLine(file.diff, line) ? 'gone' : 'kept';
}
