import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  type ListMergeConflictsResponse,
  type MergeConflict,
  MergeConflictServiceDefinition,
} from '@forgemesh/proto/repository/v1/merge_conflict';
import { type ConflictFile, isGitError } from '@forgemesh/git-engine';
import { localSideOf } from '#commits/merges';
import type { InternalSourceBranchesDeps } from './deps';

/** Lists the files that git cannot merge into the source branch. */
export const listMergeConflicts = internalOperation(
  MergeConflictServiceDefinition.listMergeConflicts,
  async (request, { deps, signal }: Call<InternalSourceBranchesDeps>): Promise<ListMergeConflictsResponse> => {
    const { repo } = localSideOf(deps, request.target).location;
    const merge = { repo, ours: request.source_sha, theirs: request.target_sha };
    try {
      // Each text takes a git process, so other requests do not wait for them.
      const { files, files_count } = await deps.transportGit.listConflicts(merge, { signal });
      return { files: files.map(presentConflict), files_count, refusal: '' };
    } catch (error) {
      if (isGitError(error, 'refused')) return { files: [], files_count: 0, refusal: error.message };
      throw error;
    }
  },
);

function presentConflict({ path, kind, ours, theirs, sections }: ConflictFile): MergeConflict {
  return {
    path,
    kind,
    our_mode: ours?.mode,
    their_mode: theirs?.mode,
    sections: sections.map((section) => ({
      id: section.id ?? undefined,
      ours: section.ours,
      theirs: section.theirs,
      our_line: section.our_line,
      their_line: section.their_line,
    })),
  };
}
