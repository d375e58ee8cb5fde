/** Title and description of a merge request whose author has given none. */
import type { Commit } from '@forgemesh/proto/repository/v1/commit';
import type { sidesOf } from '../merging/merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

const MAX_TITLE = 255;

/** Texts that the author has given. */
export interface GivenTexts {
  title?: string | undefined;
  description?: string | undefined;
}

/** Adds what is missing from the only commit of the source branch, or from the branch name. */
export async function describeBranch(
  { clients }: MergeRequestChangesDeps,
  sides: Awaited<ReturnType<typeof sidesOf>>,
  given: GivenTexts,
): Promise<{ title: string; description: string | undefined }> {
  const { title, description } = given;
  if (title !== undefined && description !== undefined) return { title, description };
  const facts = await clients.merges.prepareMerge(sides, { storage: sides.target.storage });
  const only = facts.commits_count === 1 ? facts.new_commits[0] : undefined;
  return textsOf(sides.source.branch, only, given);
}

/** The texts for a branch; `only` is its only commit. */
export function textsOf(
  branch: string,
  only: Pick<Commit, 'title' | 'message'> | undefined,
  { title, description }: GivenTexts,
): { title: string; description: string | undefined } {
  const body = only?.message.split('\n').slice(1).join('\n').trim();
  const words = branch.replace(/[-_]+/g, ' ').trim();
  const derived = only?.title || `${words.charAt(0).toUpperCase()}${words.slice(1)}` || branch;
  return {
    title: title ?? Array.from(derived).slice(0, MAX_TITLE).join(''),
    description: description ?? (body || undefined),
  };
}
