/** Finds out whether the disk of a storage is an older copy: it lacks commits of recent changes. */
import { repositoryExists, zeroId } from '@forgemesh/git-engine';
import { hasCommit } from './has-commit';
import type { LoggedRef, RefLogEntry } from './ref-log-entry.model';
import type { RefLogDeps } from './deps';

/** An older copy lacks the newest changes, so older ones need not be compared. */
const COMPARED = 500;

type Deps = Pick<RefLogDeps, 'git' | 'refLog' | 'storages'>;

/** A change with the data of its entry. */
type Change = LoggedRef & Pick<RefLogEntry, 'project_id' | 'kind' | 'created_at'>;

/**
 * Describes an acknowledged change of the last two weeks whose commit is not on the disk; null if
 * there is none. Changes until `since` are not compared.
 */
export async function findLostChange(deps: Deps, storage: string, since: Date = new Date(0)): Promise<string | null> {
  let isAnyPresent = false;
  let withoutRepository: Change | undefined;
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
async function listNewest({ refLog, storages }: Deps, storage: string, since: Date): Promise<Change[]> {
  const entries = await refLog.model
    .find({ storage, open_at: { $exists: false }, refused: { $exists: false }, created_at: { $gt: since } })
    .sort({ created_at: -1, seq: -1 })
    .limit(COMPARED)
    .lean();
  const changes = entries
    .flatMap(({ refs, project_id, kind, created_at }) =>
      refs.map((change) => ({ ...change, project_id, kind, created_at })),
    )
    .slice(0, COMPARED);
  const newest = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.project_id}:${change.kind}:${change.ref}`;
    if (!newest.has(key)) newest.set(key, change);
  }
  // Deleted refs have no commit, and a project that has moved has none here.
  return [...newest.values()].filter(
    ({ after, project_id }) => after !== zeroId && !storages.isReleased(project_id, storage),
  );
}

async function isPresent({ git }: Deps, repo: string, { ref, after }: Change): Promise<boolean> {
  return (await git.findRef({ repo, name: ref }))?.id === after || hasCommit(git, repo, after);
}

function describe({ project_id, kind, ref, after, created_at }: Change): string {
  return `${ref} of the ${kind} repository of project ${project_id} was ${after} at ${created_at.toISOString()}`;
}
