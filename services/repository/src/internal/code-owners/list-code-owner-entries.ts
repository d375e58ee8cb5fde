import { branchRef } from '@forgemesh/git-engine';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { CodeOwnerServiceDefinition } from '@forgemesh/proto/repository/v1/code_owner';
import { loadCodeOwners, requiresCodeOwners } from '#content/code-owners';
import { findTip } from '#refs/ref-log';
import type { InternalCodeOwnersDeps } from './deps';

/** Lists the entries of a branch's CODEOWNERS file that apply to changes. */
export const listCodeOwnerEntries = internalOperation(
  CodeOwnerServiceDefinition.listCodeOwnerEntries,
  async ({ project_id, storage, branch, owners_sha, base_sha, head_sha }, { deps }: Call<InternalCodeOwnersDeps>) => {
    const { repo } = deps.storages.locate(project_id, storage);
    const [commit, required] = await Promise.all([
      owners_sha ?? findTip(deps, repo, branchRef(branch)),
      requiresCodeOwners(deps, project_id, branch),
    ]);
    if (commit === null) return { entries: [], approval_required: required };
    const change = { repo, owners_sha: commit, from: base_sha, to: head_sha };
    return { entries: await loadCodeOwners(deps, change), approval_required: required };
  },
);
