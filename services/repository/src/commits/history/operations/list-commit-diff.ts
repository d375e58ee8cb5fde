import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import { presentDiffEntry } from '../diff.entity';
import { locateRepository, resolveCommit } from '#commits';
import { patchLimits } from '../patch-limits';
import type { CommitsDeps } from '../deps';

/** Lists the changes of a commit against its first parent. */
export const listCommitDiff = operation(
  CommitServiceDefinition.listCommitDiff,
  async (request, call: Call<CommitsDeps>) => {
    const id = await resolveCommit(call, request.sha);
    if (id === null) throw new NotFoundError('Commit');
    const { repo } = locateRepository(call);
    const { files } = await call.deps.git.commitDiff({ repo, commit_id: id, limits: patchLimits(call.deps) });
    return { diffs: pageRows(call, files, request).map(presentDiffEntry) };
  },
);
