/** Finds one ref by its full name. */
import { peelToCommit } from '../objects/tag';
import type { GitContext } from '../worker/context';
import { isRefName, refStore } from './ref-store';

export interface FindRefInput {
  repo: string;
  /** Full name, e.g. `refs/heads/main`. */
  name: string;
}

export interface FoundRef {
  name: string;
  id: string;
  /** The commit that the ref leads to; null when it leads to another kind of object. */
  commit_id: string | null;
}

/** The ref; null if none exists (malformed names included). */
export async function findRef(context: GitContext, input: FindRefInput): Promise<FoundRef | null> {
  const repository = context.repository(input.repo);
  if (!isRefName(input.name) || !repository.exists) return null;
  const ref = refStore(repository).find(input.name);
  if (ref === undefined) return null;
  return { ...ref, commit_id: (await peelToCommit(repository, ref.id)) ?? null };
}
