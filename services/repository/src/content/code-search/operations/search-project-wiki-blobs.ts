import { operation, type Call } from '@forgemesh/rpc';
import { CodeSearchServiceDefinition } from '@forgemesh/proto/repository/v1/code_search';
import { findCommitId } from '#commits';
import { findWiki } from '#content/wikis';
import { findBlobs } from '../find-blobs';
import type { CodeSearchDeps } from '../deps';

/** Searches the text files of a wiki. */
export const searchProjectWikiBlobs = operation(
  CodeSearchServiceDefinition.searchProjectWikiBlobs,
  async (request, call: Call<CodeSearchDeps>) => {
    const { location, branch, commit_id: tip } = await findWiki(call);
    const { repo } = location;
    const commitId = request.ref ? await findCommitId(call.deps, repo, request.ref) : tip;
    return findBlobs(call, request, { repo, commit_id: commitId, ref: request.ref || branch });
  },
);
