/** What a push brought: the commits that the new tip leads to and the old one did not. */
import { type Commit, findCommit, readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';
import { mergedInto } from './bases/merged-into';
import { takeCommits } from './walk/walks';

export interface PushedCommitsInput {
  repo: string;
  /** The new tip. */
  after: string;
  /** The old tip or others that had been there; empty counts the whole history. */
  exclude: readonly string[];
  /** Most commits to give. */
  limit: number;
  /** Counting stops here. */
  cap: number;
  /** Whether the ids of all that are counted are wanted. */
  with_ids?: boolean;
}

export interface PushedCommits {
  /** The newest, youngest first. */
  commits: Commit[];
  /** How many there are, at most `cap`. */
  count: number;
  /** Ids of those, youngest first, where they are wanted. */
  ids: readonly string[];
}

/**
 * So many commits are followed one by one before a walk with exclusions is started, which costs a
 * process.
 */
const shortPush = 50;

/** The commits of a push; `object_not_found` when one of the ids is no commit. */
export async function pushedCommits(context: GitContext, input: PushedCommitsInput): Promise<PushedCommits> {
  const repository = context.repository(input.repo);
  const { after, exclude, limit, cap, with_ids: withIds = false } = input;
  [after, ...exclude].forEach(checkObjectId);
  const ids = (await followLine(repository, after, exclude)) ?? (await walk(context, repository, input));
  const commits = await Promise.all(ids.slice(0, limit).map((id) => readCommit(repository, id)));
  return { commits, count: Math.min(ids.length, cap), ids: withIds ? ids.slice(0, cap) : [] };
}

/** Most pushes put a few commits in a line on the old tip; undefined where this one does not. */
async function followLine(
  repository: Repository,
  after: string,
  exclude: readonly string[],
): Promise<string[] | undefined> {
  const [before, ...others] = exclude;
  if (before === undefined || others.length > 0) return undefined;
  const ids: string[] = [];
  let current: string | undefined = after;
  while (current !== before) {
    const commit: Commit | undefined = current === undefined ? undefined : await findCommit(repository, current);
    if (commit === undefined || commit.parent_ids.length > 1 || ids.length >= shortPush) return undefined;
    ids.push(commit.id);
    current = commit.parent_ids[0];
  }
  return ids;
}

async function walk(
  context: GitContext,
  repository: Repository,
  { repo, after, exclude, cap }: PushedCommitsInput,
): Promise<readonly string[]> {
  // Branches and tags of old commits: one walk, which is kept, answers for all of them.
  const [tip, ...others] = exclude;
  if (tip !== undefined && others.length === 0 && (await mergedInto(context, { repo, tip, ids: [after] })).merged[0])
    return [];
  return (await takeCommits(repository, { from: [after], exclude }, cap, context.signal)).ids;
}
