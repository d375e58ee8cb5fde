/** Creates the first commit of a repository, which has a README.md. */
import { ConflictError } from '@forgemesh/errors';
import { isGitError, zeroId } from '@forgemesh/git-engine';
import { commitFiles, type CommitFiles } from './commit-files';

/** Attempts if the folder of the repository is lost meanwhile. */
const MAX_ATTEMPTS = 3;

type Deps = Parameters<typeof commitFiles>[0];

/** The commit to create. */
export interface FirstCommit extends Pick<
  CommitFiles,
  'location' | 'branch' | 'message' | 'author' | 'committer' | 'user' | 'may_be_default'
> {
  readme: string;
}

/** Returns the id of the commit; null if the repository has a branch. */
export async function commitFirst(deps: Deps, { readme, ...commit }: FirstCommit): Promise<string | null> {
  const { repo } = commit.location;
  for (let attempt = 1; ; attempt++) {
    if ((await deps.git.getHead({ repo })).has_branches) return null;
    try {
      return await commitFiles(deps, {
        ...commit,
        actions: [{ action: 'create', file_path: 'README.md', content: Buffer.from(readme) }],
        check: assertNew,
      });
    } catch (error) {
      // Another writer was first, or the folder only seemed to be empty because it is being lost.
      const mayRetry = error instanceof ConflictError || isGitError(error);
      if (attempt === MAX_ATTEMPTS || !mayRetry) throw error;
    }
  }
}

function assertNew({ old }: { old: string }): Promise<void> {
  return old === zeroId ? Promise.resolve() : Promise.reject(new ConflictError());
}
