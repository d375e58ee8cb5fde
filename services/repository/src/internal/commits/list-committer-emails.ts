import { internalOperation, type Call } from '@forgemesh/rpc';
import { CommitterServiceDefinition } from '@forgemesh/proto/repository/v1/committer';
import type { RevisionDeps } from '#commits';

/** Commits read per page. */
const BATCH = 1_000;

/** Lists the committer emails of the commits in a range. */
export const listCommitterEmails = internalOperation(
  CommitterServiceDefinition.listCommitterEmails,
  async ({ project_id, storage, base_sha: base, head_sha: head }, { deps: { git, storages } }: Call<RevisionDeps>) => {
    const { repo } = storages.locate(project_id, storage);
    const emails = new Set<string>();
    for (let skip = 0, more = true; more; skip += BATCH) {
      const page = await git.listCommits({ repo, from: [head], exclude: [base], skip, limit: BATCH });
      for (const { author, committer } of page.commits) emails.add(author.email).add(committer.email);
      more = page.has_more;
    }
    return { emails: [...emails] };
  },
);
