import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import { resolveCommit } from '#commits';
import { singleCommit } from '../single-commit';
import type { CommitsDeps } from '../deps';

/** Gets a commit by id or ref name. */
export const getCommit = operation(CommitServiceDefinition.getCommit, async (request, call: Call<CommitsDeps>) => {
  const id = await resolveCommit(call, request.sha);
  if (id === null) throw new NotFoundError('Commit');
  return singleCommit(call, id, { withStats: request.stats !== false });
});
