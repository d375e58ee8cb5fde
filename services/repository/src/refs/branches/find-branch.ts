import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { locateRepository } from '#commits';
import { branchRef, isValidBranchName } from '@forgemesh/git-engine';
import type { NamedTip } from './branch.entity';
import type { BranchesDeps } from './deps';

/** Finds a branch by name. 400 for an invalid name, 404 if none exists. */
export async function findBranch(call: Call<Pick<BranchesDeps, 'git' | 'storages'>>, name: string): Promise<NamedTip> {
  if (!isValidBranchName(name)) throw new BadRequestError('The branch refname is invalid');
  const found = await call.deps.git.findRef({ repo: locateRepository(call).repo, name: branchRef(name) });
  if (!found?.commit_id) throw new NotFoundError('Branch');
  return { name, commit_id: found.commit_id };
}
