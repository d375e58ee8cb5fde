import { operation, type Call } from '@forgemesh/rpc';
import { CodeSearchServiceDefinition } from '@forgemesh/proto/repository/v1/code_search';
import { defaultBranchOf, locateRepository, resolveCommit } from '#commits';
import { findBlobs } from '../find-blobs';
import type { CodeSearchDeps } from '../deps';

/** Searches the text files of a project. */
export const searchProjectBlobs = operation(
  CodeSearchServiceDefinition.searchProjectBlobs,
  async (request, call: Call<CodeSearchDeps>) => {
    const { repo } = locateRepository(call);
    const commitId = await resolveCommit(call, request.ref);
    const ref = request.ref || (await defaultBranchOf(call));
    return findBlobs(call, request, { repo, commit_id: commitId, ref });
  },
);
