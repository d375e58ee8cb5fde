import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { BranchServiceDefinition } from '@forgemesh/proto/repository/v1/branch';
import { identitiesOf } from '#commits/history';
import { commitFirst } from '#commits/commit-files';
import { locateRepository, resolveCommit } from '#commits';
import { branchRef, isGitError, isValidBranchName, zeroId } from '@forgemesh/git-engine';
import { checkRefChange } from '#access';
import { listProtectionsFor } from '#refs/protected-branches';
import { presentBranches } from '../branch.entity';
import type { BranchesDeps } from '../deps';

/** Default branch of a repository whose first branch is created here. */
const FIRST_BRANCH = 'master';

/** Creates a branch; an empty repository gets its default branch with an empty README first. */
export const createBranch = operation(
  BranchServiceDefinition.createBranch,
  async (request, call: Call<BranchesDeps>) => {
    const { branch: name } = request;
    const earlier = await call.deps.refs.findEarlier(call.operationId);
    const commitId = earlier?.after ?? (await addBranch(call, name, request.ref));
    const [branch] = await presentBranches(call, [{ name, commit_id: commitId }]);
    if (!branch) throw new NotFoundError('Branch');
    return branch;
  },
);

async function addBranch(call: Call<BranchesDeps>, branch: string, ref: string): Promise<string> {
  const { git } = call.deps;
  const location = locateRepository(call);
  const { repo } = location;
  if (!isValidBranchName(branch)) throw new BadRequestError('Branch name is invalid');
  const first = await addFirstBranch(call);
  if (first?.branch === branch) return first.commit_id;
  const existing = await git.findRef({ repo, name: branchRef(branch) });
  if (existing) throw new BadRequestError('Branch already exists');
  const commitId = ref === first?.branch ? first.commit_id : await resolveCommit(call, ref);
  if (commitId === null) throw new BadRequestError(`Invalid reference name: ${ref}`);

  const change = { ref: branchRef(branch), old: zeroId, new: commitId };
  const protections = await listProtectionsFor(call.deps, location.project_id, call.user);
  const refusal = checkRefChange(call.resource(), { ...change, forced: false }, protections, 'api');
  if (refusal !== null) throw new BadRequestError(refusal);
  await call.deps.pushRules.assertAllowed(call, change);
  const { id, username, name } = call.principal;
  try {
    const applied = await call.deps.refs.change({
      location,
      change,
      actor: { user_id: id, username, name },
      may_be_default: false,
      operation_id: call.operationId,
    });
    return applied.after;
  } catch (error) {
    // Created concurrently, or the name conflicts with another one (`a` and `a/b`).
    if (!isGitError(error, 'conflict')) throw error;
    const isTaken = await git.findRef({ repo, name: change.ref });
    throw new BadRequestError(isTaken ? 'Branch already exists' : 'Branch name is invalid', { cause: error });
  }
}

async function addFirstBranch(call: Call<BranchesDeps>): Promise<{ branch: string; commit_id: string } | undefined> {
  const location = locateRepository(call);
  // The usual case needs nothing else.
  if ((await call.deps.git.getHead({ repo: location.repo })).has_branches) return undefined;
  const branch = call.resource().default_branch || FIRST_BRANCH;
  const commitId = await commitFirst(call.deps, {
    location,
    branch,
    message: 'Add README.md',
    readme: '',
    ...(await identitiesOf(call.deps, call.user)),
    user: call.user,
    may_be_default: call.resource().default_branch === '',
  });
  return commitId === null ? undefined : { branch, commit_id: commitId };
}
