import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { ComparisonServiceDefinition } from '@forgemesh/proto/repository/v1/comparison';
import { presentCommit } from '#commits/history';
import { locateRepository, resolveCommit } from '#commits';
import type { ComparisonsDeps } from '../deps';

/** Finds the best common ancestor of the given revisions. */
export const getMergeBase = operation(
  ComparisonServiceDefinition.getMergeBase,
  async (request, call: Call<ComparisonsDeps>) => {
    const refs = request.refs ?? [];
    if (refs.length < 2) throw new BadRequestError('Provide at least 2 refs');
    const { repo } = locateRepository(call);
    const found = await Promise.all(refs.map((ref) => resolveCommit(call, ref)));
    const missing = refs.filter((_ref, index) => found[index] === null);
    if (missing.length > 0) throw new BadRequestError(`Could not find refs: ${missing.join(', ')}`);
    const { git } = call.deps;
    const { id } = await git.mergeBase({ repo, ids: found.filter((each) => each !== null) });
    if (id === null) throw new NotFoundError('Merge Base');
    return presentCommit(await git.getCommit({ repo, id }));
  },
);
