/** Lists the commits of a push: reachable from the new tip but not from the old one. */
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
  /** The old tip or other tips that existed before; empty counts the whole history. */
  exclude: readonly string[];
  /** Maximum number of commits to return. */
  limit: number;
  /** Counting stops at this number. */
  cap: number;
  /** Whether to return the ids of all counted commits. */
  with_ids?: boolean;
}

export interface PushedCommits {
  /** The newest commits, newest first. */
  commits: Commit[];
  /** Number of commits, at most `cap`. */
  count: number;
  /** Ids of the counted commits, newest first; empty without `with_ids`. */
  ids: readonly string[];
}

/** Commits followed one by one before a walk with exclusions, which costs a process, is started. */
const shortPush = 50;

/** The commits of a push. Errors: `object_not_found` when an id is not a commit. */
export async function pushedCommits(context: GitContext, input: PushedCommitsInput): Promise<PushedCommits> {
  const repository = context.repository(input.repo);
  const { after, exclude, limit, cap, with_ids: withIds = false } = input;
  [after, ...exclude].forEach(checkObjectId);
  const ids = (await followLine(repository, after, exclude)) ?? (await walk(context, repository, input));
  const commits = await Promise.all(ids.slice(0, limit).map((id) => readCommit(repository, id)));
  return { commits, count: Math.min(ids.length, cap), ids: withIds ? ids.slice(0, cap) : [] };
}

/**
 * Most pushes add a few commits in a line on top of the old tip; undefined when this one does not.
 */
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
  // For branches and tags of old commits, one cached walk serves all of them.
  const [tip, ...others] = exclude;
  if (tip !== undefined && others.length === 0 && (await mergedInto(context, { repo, tip, ids: [after] })).merged[0])
    return [];
  return (await takeCommits(repository, { from: [after], exclude }, cap, context.signal)).ids;
}
