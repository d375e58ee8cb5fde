/** Reads commits by id. */
import { type Commit, findCommit, readCommit } from '../objects/commit';
import type { GitContext } from '../worker/context';

/** The commits with these ids, in order; null for ids without a commit. */
export async function getCommits(
  context: GitContext,
  input: { repo: string; ids: readonly string[] },
): Promise<(Commit | null)[]> {
  const repository = context.repository(input.repo);
  return await Promise.all(input.ids.map(async (id) => (await findCommit(repository, id)) ?? null));
}

/** One commit. Errors: `object_not_found`. */
export async function getCommit(context: GitContext, input: { repo: string; id: string }): Promise<Commit> {
  return await readCommit(context.repository(input.repo), input.id);
}
