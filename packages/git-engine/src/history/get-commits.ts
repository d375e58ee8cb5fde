/** Commits by id. */
import { type Commit, findCommit, readCommit } from '../objects/commit';
import type { GitContext } from '../worker/context';

/** The commits of these ids, in their order; null where there is none. */
export async function getCommits(
  context: GitContext,
  input: { repo: string; ids: readonly string[] },
): Promise<(Commit | null)[]> {
  const repository = context.repository(input.repo);
  return await Promise.all(input.ids.map(async (id) => (await findCommit(repository, id)) ?? null));
}

/** One commit; `object_not_found` when there is none. */
export async function getCommit(context: GitContext, input: { repo: string; id: string }): Promise<Commit> {
  return await readCommit(context.repository(input.repo), input.id);
}
