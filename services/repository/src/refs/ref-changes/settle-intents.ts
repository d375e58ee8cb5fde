/**
 * What follows when refs have moved: the project learns its default branch, the intents are closed
 * and their events published.
 */
import { isGitError, zeroId } from '@forgemesh/git-engine';
import { protectDefaultBranch } from '../protected-branches/protect-default-branch';
import type { Repositories } from '../../deps';
import type { RefChangeDocument } from './ref-change.model';

const BRANCHES = 'refs/heads/';
const COUNT_CAP = 10_000;
/** So many refs of a push are settled together. */
const TOGETHER = 100;

/**
 * Closes intents whose refs have moved. Resolves once the default branch of the project and its
 * protection stand; the rest follows by itself. Never throws: the refs have moved, and what fails
 * here the sweep does again.
 */
export async function settleIntents(repositories: Repositories, applied: readonly RefChangeDocument[]): Promise<void> {
  let first: RefChangeDocument | undefined;
  try {
    first = await adoptDefaultBranch(repositories, applied);
  } catch (error) {
    repositories.log.warn({ err: error, project_id: applied[0]?.project_id }, 'default branch not set yet');
    return;
  }
  repositories.background.run('ref changes not settled yet', async () => {
    for (let at = 0; at < applied.length; at += TOGETHER)
      await closeIntents(repositories, applied.slice(at, at + TOGETHER), first);
  });
}

/**
 * Marks intents of one push as done and leaves their events in the outbox. Those that another has
 * closed already stay as they are.
 */
export async function closeIntents(
  repositories: Repositories,
  intents: readonly RefChangeDocument[],
  first: RefChangeDocument | undefined,
): Promise<void> {
  const { refChanges } = repositories;
  const open = intents.filter(({ open_at: at }) => at !== undefined);
  const counter = new CommitCounter(repositories);
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
  if (only && others.length === 0) await refChanges.change(only.document, only.change);
  else await refChanges.changeAll(changes);
}

function eventOf({ kind }: RefChangeDocument): 'repository.push.received' | 'repository.wiki_push.received' {
  return kind === 'wiki' ? 'repository.wiki_push.received' : 'repository.push.received';
}

/**
 * Makes the first branch of a project its default. Returns the change that made it, if it is among
 * these.
 */
export async function adoptDefaultBranch(
  repositories: Repositories,
  applied: readonly RefChangeDocument[],
): Promise<RefChangeDocument | undefined> {
  const created = applied.filter(
    ({ may_be_default, kind, ref, before, after }) =>
      may_be_default && kind === 'project' && ref.startsWith(BRANCHES) && before === zeroId && after !== zeroId,
  );
  const [some] = created;
  if (!some) return undefined;
  const { git, clients, storages } = repositories;
  const { project_id: projectId } = some;
  const { repo } = storages.locate(projectId, some.storage);
  const head = await git.getHead({ repo });
  // Several branches at once: what HEAD names already, else the usual names, else the first.
  const wanted = [head.ref, `${BRANCHES}main`, `${BRANCHES}master`];
  const chosen = wanted.map((name) => created.find(({ ref }) => ref === name)).find(Boolean) ?? some;
  const branch = chosen.ref.slice(BRANCHES.length);
  const { default_branch: holds } = await clients.projectFacts.setDefaultBranch({ project_id: projectId, branch });
  if (head.ref !== BRANCHES + holds) await git.setHead({ repo, branch: holds });
  if (holds !== branch) return undefined;
  await protectDefaultBranch(repositories, projectId, branch);
  return chosen;
}

/**
 * Counts the commits that refs of one push bring. What several of them have in common is asked
 * once.
 */
class CommitCounter {
  private readonly counts = new Map<string, Promise<number>>();
  private head: ReturnType<Repositories['git']['getHead']> | undefined;

  constructor(private readonly repositories: Repositories) {}

  /** How many commits the change of a ref brings. */
  async count(intent: RefChangeDocument): Promise<number> {
    const { before, after, project_id, storage, kind } = intent;
    if (after === zeroId) return 0;
    const { repo } = this.repositories.storages.locate(project_id, storage, kind);
    const exclude = before === zeroId ? await this.otherTip(repo, intent) : [before];
    const key = [after, ...exclude].join(' ');
    const count = this.counts.get(key) ?? this.countNew(repo, after, exclude);
    this.counts.set(key, count);
    return count;
  }

  private async countNew(repo: string, after: string, exclude: readonly string[]): Promise<number> {
    try {
      return (await this.repositories.git.pushedCommits({ repo, after, exclude, limit: 0, cap: COUNT_CAP })).count;
    } catch (error) {
      // A tag may name what is no commit, and the repository may be gone by now.
      if (isGitError(error, 'object_not_found')) return 0;
      throw error;
    }
  }

  /** What a new ref is compared with: the default branch. */
  private async otherTip(repo: string, { ref }: RefChangeDocument): Promise<string[]> {
    this.head ??= this.repositories.git.getHead({ repo });
    const head = await this.head;
    return head.commit_id === null || head.ref === ref ? [] : [head.commit_id];
  }
}
