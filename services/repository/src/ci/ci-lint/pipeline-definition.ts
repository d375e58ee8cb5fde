import { ValidationError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import type { CiLintDeps } from './deps';

/** Path of the file that defines the pipelines of a project. */
const DEFINITION_PATH = '.gitlab-ci.yml';
/** A larger file would also exceed the limit of the check. */
const MAX_BYTES = 1024 * 1024;

/**
 * The pipeline definition of a commit; null if it has none. Throws ValidationError if it is too
 * large.
 */
export async function readPipelineDefinition(
  { git }: CiLintDeps,
  repo: string,
  commitId: string,
): Promise<string | null> {
  try {
    const file = await git.readFile({ repo, commit_id: commitId, path: DEFINITION_PATH, max_bytes: MAX_BYTES });
    if (file.data === null) throw new ValidationError({ base: [`${DEFINITION_PATH} is too large`] });
    return file.data.toString('utf8');
  } catch (error) {
    if (isGitError(error, 'path_not_found')) return null;
    throw error;
  }
}
