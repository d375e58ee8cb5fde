/**
 * Completes ref changes: sets the project's default branch, closes the intents and publishes their
 * events.
 */
import { BRANCHES, type GitClient, isGitError, zeroId } from '@forgemesh/git-engine';
import type { Change } from '@forgemesh/data';
import { protectDefaultBranch } from '#refs/protected-branches';
import type { RefChangeDocument } from './ref-change.model';
import type { RefChangesDeps } from './deps';

const COUNT_CAP = 10_000;
/** Intents of a push that are closed together. */
const BATCH = 100;

/**
 * Closes intents whose refs have moved. Resolves once the default branch of the project is set and
 * protected; the rest runs in the background. Never throws: the refs have moved, and the sweep
 * retries failed steps.
 */
export async function reconcileIntents(deps: RefChangesDeps, applied: readonly RefChangeDocument[]): Promise<void> {
  let first: RefChangeDocument | undefined;
  try {
    first = await adoptDefaultBranch(deps, applied);
  } catch (error) {
    deps.log.warn({ err: error, project_id: applied[0]?.project_id }, 'default branch not set yet');
    return;
  }
  deps.background.run('ref changes not reconciled yet', async () => {
    for (let at = 0; at < applied.length; at += BATCH) await closeIntents(deps, applied.slice(at, at + BATCH), first);
  });
}

/**
 * Marks intents of one push as done and leaves their events in the outbox. Intents already closed
 * by another call are unchanged.
 */
export async function closeIntents(
  deps: RefChangesDeps,
  intents: readonly RefChangeDocument[],
  first: RefChangeDocument | undefined,
): Promise<void> {
  const { refChanges } = deps;
  const open = intents.filter(({ open_at: at }) => at !== undefined);
  const counter = new CommitCounter(deps);
  const closed = open.map(async (intent) => ({
    document: intent,
    change: {
      set: { is_first: intent === first, total_commits_count: await counter.count(intent) },
      update: { $unset: { open_at: 1 } },
      events: [{ type: eventOf(intent), actor: intent.user_id }],
    },
  }));
  const changes = await Promise.all(closed);
  const [only, ...others] = changes;
  const isClosed =
    only && others.length === 0
      ? (await refChanges.change(only.document, only.change)) !== null
      : await refChanges.changeAll(changes);
  if (!isClosed) await restoreIntents(deps, changes);
}

/**
 * Stores changes whose intents were deleted. A clock that is set during a change makes its intent
 * look old, so the sweep may give it up while its ref is about to move.
 */
async function restoreIntents(
  { refChanges }: RefChangesDeps,
  changes: readonly { document: RefChangeDocument; change: Change<RefChangeDocument> }[],
): Promise<void> {
  const ids = changes.map(({ document }) => document._id);
  const existing = new Set((await refChanges.findAll(ids)).map(({ _id: id }) => id));
  for (const { document, change } of changes) {
    if (existing.has(document._id)) continue;
    const { open_at: _open, version: _version, outbox: _outbox, outbox_at: _at, ...fields } = document;
    await refChanges.insert({ ...fields, ...change.set }, change.events);
  }
}

function eventOf({ kind }: RefChangeDocument): 'repository.push.received' | 'repository.wiki_push.received' {
  return kind === 'wiki' ? 'repository.wiki_push.received' : 'repository.push.received';
}

/**
 * Makes the first branch of a project its default. Returns the change that created it, if it is
 * among these.
 */
export async function adoptDefaultBranch(
  deps: RefChangesDeps,
  applied: readonly RefChangeDocument[],
): Promise<RefChangeDocument | undefined> {
  const created = applied.filter(
    ({ may_be_default, kind, ref, before, after }) =>
      may_be_default && kind === 'project' && ref.startsWith(BRANCHES) && before === zeroId && after !== zeroId,
  );
  const [some] = created;
  if (!some) return undefined;
  const { git, clients, storages } = deps;
  const { project_id: projectId } = some;
  const { repo } = storages.locate(projectId, some.storage);
  const head = await git.getHead({ repo });
  // If several branches were created: the one that HEAD names, else a conventional name, else the
  // first.
  const preferred = [head.ref, `${BRANCHES}main`, `${BRANCHES}master`];
  const chosen = preferred.map((name) => created.find(({ ref }) => ref === name)).find(Boolean) ?? some;
  const branch = chosen.ref.slice(BRANCHES.length);
  const { default_branch: current } = await clients.defaultBranches.setDefaultBranch({ project_id: projectId, branch });
  if (head.ref !== BRANCHES + current) await git.setHead({ repo, branch: current });
  if (current !== branch) return undefined;
  await protectDefaultBranch(deps, projectId, branch);
  return chosen;
}

/** Counts the commits that the refs of one push add. Common queries are made once. */
class CommitCounter {
  private readonly counts = new Map<string, Promise<number>>();
  private head: ReturnType<GitClient['getHead']> | undefined;

  constructor(private readonly deps: RefChangesDeps) {}

  /** Number of commits that a ref change adds. */
  async count(intent: RefChangeDocument): Promise<number> {
    const { before, after, project_id, storage, kind } = intent;
    if (after === zeroId) return 0;
    const { repo } = this.deps.storages.locate(project_id, storage, kind);
    const exclude = before === zeroId ? await this.otherTip(repo, intent) : [before];
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
  private async otherTip(repo: string, { ref }: RefChangeDocument): Promise<string[]> {
    this.head ??= this.deps.git.getHead({ repo });
    const head = await this.head;
    return head.commit_id === null || head.ref === ref ? [] : [head.commit_id];
  }
}
