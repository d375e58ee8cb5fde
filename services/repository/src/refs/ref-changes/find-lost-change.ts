/** Finds out whether the disk of a storage is an older copy: it lacks commits of recent changes. */
import { isGitError, repositoryExists, zeroId } from '@forgemesh/git-engine';
import type { RefChangeDocument } from './ref-change.model';
import type { RefChangesDeps } from './deps';

/** An older copy lacks the newest changes, so older ones need not be compared. */
const COMPARED = 500;

type Deps = Pick<RefChangesDeps, 'git' | 'refChanges' | 'storages'>;

/**
 * Describes an acknowledged change of the last day whose commit is not on the disk; null if there
 * is none. Changes until `since` are not compared.
 */
export async function findLostChange(deps: Deps, storage: string, since: Date = new Date(0)): Promise<string | null> {
  let isAnyPresent = false;
  let withoutRepository: RefChangeDocument | undefined;
  for (const change of await listNewest(deps, storage, since)) {
    const { repo } = deps.storages.locateUnchecked(change.project_id, storage, change.kind);
    if (await isPresent(deps, repo, change)) isAnyPresent = true;
    else if (await repositoryExists(repo)) return describe(change);
    else withoutRepository ??= change;
  }
  // A single repository may be absent because its deletion was interrupted.
  return withoutRepository && !isAnyPresent ? describe(withoutRepository) : null;
}

/** The newest change of each ref, among the newest changes. */
async function listNewest({ refChanges, storages }: Deps, storage: string, since: Date): Promise<RefChangeDocument[]> {
  const changes = await refChanges.model
    .find({ storage, open_at: { $exists: false }, created_at: { $gt: since } })
    .sort({ created_at: -1 })
    .limit(COMPARED)
    .lean<RefChangeDocument[]>();
  const newest = new Map<string, RefChangeDocument>();
  for (const change of changes) {
    const key = `${change.project_id}:${change.kind}:${change.ref}`;
    if (!newest.has(key)) newest.set(key, change);
  }
  // Deleted refs have no commit, and a project that has moved has none here.
  return [...newest.values()].filter(
    ({ after, project_id }) => after !== zeroId && !storages.isReleased(project_id, storage),
  );
}

async function isPresent({ git }: Deps, repo: string, { ref, after }: RefChangeDocument): Promise<boolean> {
  if ((await git.findRef({ repo, name: ref }))?.id === after) return true;
  try {
    await git.resolveRevision({ repo, revision: after });
    return true;
  } catch (error) {
    if (isGitError(error, 'ref_not_found')) return false;
    throw error;
  }
}

function describe({ project_id, kind, ref, after, created_at }: RefChangeDocument): string {
  return `${ref} of the ${kind} repository of project ${project_id} was ${after} at ${created_at.toISOString()}`;
}
