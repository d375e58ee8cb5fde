import { refStore, type Ref } from '../refs/ref-store';
import type { GitContext } from '../worker/context';

/** All refs of a repository, and the full name of the ref that HEAD points at. */
export async function listAllRefs(
  context: GitContext,
  { repo }: { repo: string },
): Promise<{ refs: readonly Ref[]; head: string | null }> {
  const repository = context.repository(repo);
  if (!repository.exists) return { refs: [], head: null };
  const store = refStore(repository);
  return { refs: store.list('refs'), head: store.headTarget() ?? null };
}
