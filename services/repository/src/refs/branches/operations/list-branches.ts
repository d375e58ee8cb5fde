import { operation, type Call } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { locateRepository } from '#commits';
import { presentBranches } from '../branch.entity';
import type { BranchesDeps } from '../deps';

/** Lists branches by name. */
export const listBranches = operation(
  BranchServiceDefinition.listBranches,
  async (request, call: Call<BranchesDeps>) => {
    const { repo } = locateRepository(call);
    const { page, per_page, skip } = pageOf(request);
    const search = request.search || undefined;
    const { refs, total } = await call.deps.git.listRefs({ repo, folder: 'refs/heads', search, skip, limit: per_page });
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    const branches = refs.map(({ short_name, id }) => ({ name: short_name, commit_id: id }));
    return { branches: await presentBranches(call, branches) };
  },
);
