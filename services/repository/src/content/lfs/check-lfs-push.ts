/**
 * Checks a push before its refs move: the project has the objects of new pointers, and nobody else
 * has locked a changed file.
 */
import { type GitClient, zeroId, type RefUpdate } from '@forgemesh/git-engine';
import { findUsers } from '#clients/users';
import type { LfsDeps } from './deps';
import type { LfsLockDocument } from './locks/lfs-lock.model';
import { findLinked } from './objects/link-objects';

/** A push or commit whose objects git can read. */
export interface LfsPush {
  project_id: number;
  repo: string;
  updates: readonly RefUpdate[];
  /** The pushing user; null for a deploy key and the system. */
  user_id: number | null;
  /** Makes the objects of a push visible to git; empty for a commit of the API. */
  quarantine_env: Record<string, string>;
}

type Deps = Pick<LfsDeps, 'lfsLocks' | 'lfsLinks' | 'clients' | 'users'>;

const MISSING = 'LFS objects are missing. Ensure LFS is properly set up or try a manual "git lfs push --all".';
/** An import may have millions of objects, and no other request waits. */
const TIMEOUT_MS = 30 * 60_000;

/** The error message for a push that is refused, or null. */
export async function checkLfsPush(deps: Deps, git: GitClient, push: LfsPush): Promise<string | null> {
  const pointers = checkPointers(deps, git, push);
  pointers.catch(() => undefined);
  return (await checkLocks(deps, git, push)) ?? pointers;
}

async function checkLocks(deps: Deps, git: GitClient, push: LfsPush): Promise<string | null> {
  const { project_id, repo, updates, user_id, quarantine_env } = push;
  const foreign = await deps.lfsLocks
    .find({ project_id, user_id: { $ne: user_id as number } }, { path: 1, user_id: 1 })
    .lean<LfsLockDocument[]>();
  const tips = updates.map(({ new: next }) => next).filter((id) => id !== zeroId);
  if (foreign.length === 0 || tips.length === 0) return null;
  const paths = foreign.map(({ path }) => path);
  const [changed] = await git.pushedPaths({ repo, tips, paths, quarantine_env }, { timeoutMs: TIMEOUT_MS });
  const lock = foreign.find(({ path }) => path === changed);
  if (!lock) return null;
  const owner = (await findUsers(deps, [lock.user_id])).get(lock.user_id);
  return `The path '${lock.path}' is locked in Git LFS by ${owner?.name ?? 'Ghost User'}`;
}

async function checkPointers(deps: Deps, git: GitClient, push: LfsPush): Promise<string | null> {
  const { project_id, repo, updates, quarantine_env } = push;
  if (updates.every(({ new: next }) => next === zeroId)) return null;
  const pointers = await git.pushedPointers({ repo, quarantine_env }, { timeoutMs: TIMEOUT_MS });
  if (pointers.length === 0) return null;
  const oids = pointers.map(({ oid }) => oid);
  const linked = await findLinked(deps, project_id, oids);
  return oids.every((oid) => linked.has(oid)) ? null : MISSING;
}
