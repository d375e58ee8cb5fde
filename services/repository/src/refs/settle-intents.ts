/** What follows when refs have moved: the project learns its default branch, the intents are closed and their events published. */
import { isGitError } from '../git/errors';
import { zeroId } from '../git/objects/object-id';
import { protectDefaultBranch } from '../protected-branches/protect-default-branch';
import type { Repositories } from '../service';
import type { RefChangeDocument } from './ref-change.model';

const BRANCHES = 'refs/heads/';
const COUNT_CAP = 10_000;
/** A push of thousands of refs must not take all connections to the database. */
const AT_ONCE = 8;

/**
 * Closes intents whose refs have moved. Resolves once the default branch of the project and its protection stand; the rest
 * follows by itself. Never throws: the refs have moved, and what fails here the sweep does again.
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
    for (let at = 0; at < applied.length; at += AT_ONCE) {
      const some = applied.slice(at, at + AT_ONCE);
      await Promise.all(some.map((intent) => closeIntent(repositories, intent, intent === first)));
    }
  });
}

/** Marks an intent as done and leaves its event in the outbox. Does nothing where another did it already. */
export async function closeIntent(
  repositories: Repositories,
  intent: RefChangeDocument,
  isFirst: boolean,
): Promise<void> {
  if (!intent.open_at) return;
  const count = await countNewCommits(repositories, intent);
  await repositories.refChanges.change(intent, {
    set: { is_first: isFirst, total_commits_count: count },
    update: { $unset: { open_at: 1 } },
    events: [{ type: eventOf(intent), actor: intent.user_id }],
  });
}

function eventOf({ kind }: RefChangeDocument): string {
  return kind === 'wiki' ? 'repository.wiki_push.received' : 'repository.push.received';
}

/** Makes the first branch of a project its default. Returns the change that made it, if it is among these. */
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

async function countNewCommits({ git, storages }: Repositories, intent: RefChangeDocument): Promise<number> {
  const { before, after } = intent;
  if (after === zeroId) return 0;
  const { repo } = storages.locate(intent.project_id, intent.storage, intent.kind);
  try {
    const exclude = before === zeroId ? await otherTip(git, repo, intent) : [before];
    return (await git.pushedCommits({ repo, after, exclude, limit: 0, cap: COUNT_CAP })).count;
  } catch (error) {
    // A tag may name what is no commit, and the repository may be gone by now.
    if (isGitError(error, 'object_not_found')) return 0;
    throw error;
  }
}

/** What a new ref is compared with: the default branch. */
async function otherTip(git: Repositories['git'], repo: string, { ref }: RefChangeDocument): Promise<string[]> {
  const head = await git.getHead({ repo });
  return head.commit_id === null || head.ref === ref ? [] : [head.commit_id];
}
