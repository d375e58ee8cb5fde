import { NotFoundError } from '@forgemesh/errors';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import { startDownload } from '#content';
import { locateRepository, resolveCommit } from '#commits';
import type { CommitsDeps } from '../deps';

const headers = { 'Content-Type': 'text/plain' };

/** Downloads a commit as a patch for `git am`. */
export const downloadCommitPatch = downloadOperation(
  CommitServiceDefinition.downloadCommitPatch,
  async ({ sha }, call: Call<CommitsDeps>) => {
    const input = await changeOf(call, sha);
    const { stream } = call.deps.transportGit.streamPatches(input, { signal: call.signal });
    return { headers, content: await startDownload(stream) };
  },
);

/** Downloads the changes of a commit as one patch. */
export const downloadCommitDiff = downloadOperation(
  CommitServiceDefinition.downloadCommitDiff,
  async ({ sha }, call: Call<CommitsDeps>) => {
    const input = await changeOf(call, sha);
    const { stream } = call.deps.transportGit.streamDiff(input, { signal: call.signal });
    return { headers, content: await startDownload(stream) };
  },
);

/** A commit and its first parent, which the first commit of a history has not. */
async function changeOf(call: Call<CommitsDeps>, sha: string) {
  const id = await resolveCommit(call, sha);
  if (id === null) throw new NotFoundError('Commit');
  const { repo } = locateRepository(call);
  const { parent_ids: parents } = await call.deps.git.getCommit({ repo, id });
  return { repo, from: parents[0] ?? null, to: id, caller: call.caller };
}
