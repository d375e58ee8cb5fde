import { operation, type Call } from '@forgemesh/rpc';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { ComparisonServiceDefinition } from '@forgemesh/proto/repository/v1/comparison';
import { locateRepository, resolveCommit } from '#commits';
import type { ComparisonsDeps } from '../deps';

const MAX_REFS = 100;
/** Counting ends here, because the history of an old branch may be long. */
const MAX_COUNT = 1_000;

/** Counts how far refs are ahead of a base and behind it. */
export const listDivergences = operation(
  ComparisonServiceDefinition.listDivergences,
  async (request, call: Call<ComparisonsDeps>) => {
    const refs = request.refs ?? [];
    if (refs.length > MAX_REFS) throw new BadRequestError(`At most ${MAX_REFS} refs are allowed`);
    const { repo } = locateRepository(call);
    const base = await resolveCommit(call, request.base);
    if (base === null) throw new NotFoundError('Commit');
    const divergences = [];
    for (const ref of refs) {
      const id = await resolveCommit(call, ref);
      if (id === null) continue;
      const counts = await call.deps.git.aheadBehind({ repo, left: id, right: base, limit: MAX_COUNT });
      divergences.push({ ref, ahead: counts.ahead, behind: counts.behind });
    }
    return { divergences };
  },
);
