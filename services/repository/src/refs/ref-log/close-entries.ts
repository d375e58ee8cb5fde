/**
 * Completes entries whose refs have followed: sets the project's default branch, closes the entries
 * and publishes their events.
 */
import { isForgeError } from '@forgemesh/errors';
import { BRANCHES, type GitClient, isGitError, zeroId } from '@forgemesh/git-engine';
import type { RepositoryKey } from '#storage';
import { protectDefaultBranch } from '#refs/protected-branches';
import type { LoggedRef, RefLogEntry } from './ref-log-entry.model';
import type { RefLogDeps } from './deps';

const COUNT_CAP = 10_000;

/**
 * Completes entries of one push. Resolves once the default branch of the project is set and
 * protected; the rest runs in the background. Never throws: the refs have moved, and the sweep
 * retries failed steps.
 */
export async function finishEntries(deps: RefLogDeps, entries: readonly RefLogEntry[]): Promise<void> {
  let first: LoggedRef | undefined;
  try {
    first = await adoptDefaultBranch(deps, entries);
  } catch (error) {
    deps.log.warn({ err: error, project_id: entries[0]?.project_id }, 'default branch not set yet');
    return;
  }
  deps.background.run('entries of the ref log not closed yet', () => closeEntries(deps, entries, first));
}

/**
 * Closes entries of one push and leaves their events in the outbox. Entries already closed by
 * another call are unchanged.
 */
export async function closeEntries(
  deps: Pick<RefLogDeps, 'refLog' | 'git' | 'storages'>,
  entries: readonly RefLogEntry[],
  first: LoggedRef | undefined,
): Promise<void> {
  const counter = new CommitCounter(deps);
  for (const entry of entries) {
    if (!entry.open_at) continue;
    const update = { $unset: { open_at: 1 } };
    if (entry.is_internal) {
      await deps.refLog.change(entry, { update });
      continue;
    }
    const refs: LoggedRef[] = [];
    for (const change of entry.refs) {
      const count = await counter.count(entry, change);
      refs.push({ ...change, is_first: change.ref === first?.ref, total_commits_count: count });
    }
    await deps.refLog.change(entry, {
      set: { refs },
      update,
      events: [{ type: eventOf(entry), actor: entry.user_id }],
    });
  }
}

function eventOf({ kind }: RefLogEntry): 'repository.push.received' | 'repository.wiki_push.received' {
  return kind === 'wiki' ? 'repository.wiki_push.received' : 'repository.push.received';
}

/**
 * Makes the first branch of a project its default. Returns the change that created it, if it is
 * among these and the project still exists.
 */
export async function adoptDefaultBranch(
  deps: RefLogDeps,
  entries: readonly RefLogEntry[],
): Promise<LoggedRef | undefined> {
  const [some] = entries;
  if (!some?.may_be_default || some.kind !== 'project') return undefined;
  const created = entries
    .flatMap(({ refs }) => refs)
    .filter(({ ref, before, after }) => ref.startsWith(BRANCHES) && before === zeroId && after !== zeroId);
  const [firstCreated] = created;
  if (!firstCreated) return undefined;
  const { git, clients, storages } = deps;
  const { project_id: projectId } = some;
  const { repo } = storages.locate(projectId, some.storage);
  const head = await git.getHead({ repo });
  // If several branches were created: the one that HEAD names, else a conventional name, else the
  // first.
  const preferred = [head.ref, `${BRANCHES}main`, `${BRANCHES}master`];
  const chosen = preferred.map((name) => created.find(({ ref }) => ref === name)).find(Boolean) ?? firstCreated;
  const branch = chosen.ref.slice(BRANCHES.length);
  const current = await setDefaultBranch(clients, projectId, branch);
  if (current === undefined) return undefined;
  if (head.ref !== BRANCHES + current) await git.setHead({ repo, branch: current });
  if (current !== branch) return undefined;
  await protectDefaultBranch(deps, projectId, branch);
  return chosen;
}

/** The default branch of a project, which may be an earlier one; undefined if it was deleted. */
async function setDefaultBranch(
  { defaultBranches }: RefLogDeps['clients'],
  projectId: number,
  branch: string,
): Promise<string | undefined> {
  try {
    return (await defaultBranches.setDefaultBranch({ project_id: projectId, branch })).default_branch;
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return undefined;
    throw error;
  }
}

/** Counts the commits that the refs of one push add. Common queries are made once. */
class CommitCounter {
  private readonly counts = new Map<string, Promise<number>>();
  private head: ReturnType<GitClient['getHead']> | undefined;

  constructor(private readonly deps: Pick<RefLogDeps, 'git' | 'storages'>) {}

  /** Number of commits that a ref change adds. */
  async count({ project_id, storage, kind }: RepositoryKey, change: LoggedRef): Promise<number> {
    const { before, after } = change;
    if (after === zeroId) return 0;
    const { repo } = this.deps.storages.locate(project_id, storage, kind);
    const exclude = before === zeroId ? await this.otherTip(repo, change) : [before];
    const key = [after, ...exclude].join(' ');
    const count = this.counts.get(key) ?? this.countNew(repo, after, exclude);
    this.counts.set(key, count);
    return count;
  }

  private async countNew(repo: string, after: string, exclude: readonly string[]): Promise<number> {
    try {
      return (await this.deps.git.pushedCommits({ repo, after, exclude, limit: 0, cap: COUNT_CAP })).count;
    } catch (error) {
      // A tag may point at an object that is not a commit, and the repository may have been
      // deleted.
      if (isGitError(error, 'object_not_found')) return 0;
      throw error;
    }
  }

  /** A new ref is compared with the default branch. */
  private async otherTip(repo: string, { ref }: LoggedRef): Promise<string[]> {
    this.head ??= this.deps.git.getHead({ repo });
    const head = await this.head;
    return head.commit_id === null || head.ref === ref ? [] : [head.commit_id];
  }
}
