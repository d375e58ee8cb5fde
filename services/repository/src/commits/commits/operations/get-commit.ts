import { NotFoundError } from '@forgemesh/errors';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import { operation } from '#operation';
import { resolveCommit } from '../../resolve-commit';
import { singleCommit } from '../single-commit';

/** Gets a commit by id or ref name. */
export const getCommit = operation(CommitServiceDefinition.getCommit, async (request, call) => {
  const id = await resolveCommit(call, request.sha);
  if (id === null) throw new NotFoundError('Commit');
  return singleCommit(call, id, { withStats: request.stats !== false });
});
