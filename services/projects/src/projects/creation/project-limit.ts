/**
 * The limit of projects in a user's namespace.
 *
 * The claim of a project's path reserves its place: every project has claimed its path before it is
 * stored, and projects are counted by their claims after the own one was written. Of concurrent
 * writers, the last one to claim therefore counts all others, so that they never exceed the limit
 * together. If undecided claims would exceed it, the projects with the lowest ids are created.
 * Claims that a crash left behind do not count once they may be replaced.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ForgeError, UnavailableError } from '@forgemesh/errors';
import { isExpired, type PathClaimRequest, pathKey } from '#namespaces/paths';
import type { NamespaceDocument } from '#namespaces';
import { findStoredClaims } from './stored-claims';
import type { ProjectCreationDeps } from './deps';

/** Maximum time to wait for the outcome of concurrent writes. */
const MAX_WAIT_MS = 15_000;
/** Maximum pause between reads. */
const MAX_PAUSE_MS = 200;

/**
 * The maximum number of projects in a namespace; undefined for groups. Throws ForbiddenError if the
 * owner may not have any.
 */
export async function readProjectLimit(
  deps: ProjectCreationDeps,
  { kind, owner_id: ownerId }: Pick<NamespaceDocument, 'kind' | 'owner_id'>,
): Promise<number | undefined> {
  if (kind === 'group' || ownerId === undefined) return undefined;
  const profile = await deps.directory.fetchProfile(ownerId);
  const limit = profile?.projects_limit ?? 0;
  if (limit === 0)
    throw refusal('Personal project creation is not allowed. Please contact your administrator with questions');
  return limit;
}

/**
 * Claims the path of a project that is about to be stored in the namespace. Returns false if the
 * path is taken. Throws ForbiddenError if the project would exceed the limit, and UnavailableError
 * if this depends on other writes that take too long.
 */
export async function claimProjectPath(
  deps: ProjectCreationDeps,
  claim: PathClaimRequest,
  limit: number | undefined,
): Promise<boolean> {
  if (!(await deps.paths.claim(claim))) return false;
  try {
    await assertWithinLimit(deps, claim, limit);
  } catch (error) {
    await deps.paths.release(claim);
    throw error;
  }
  return true;
}

async function assertWithinLimit(
  deps: ProjectCreationDeps,
  claim: PathClaimRequest,
  limit: number | undefined,
): Promise<void> {
  if (limit === undefined || (await deps.paths.count(claim.parentId, { limit: limit + 1 })) <= limit) return;
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const { held, before, after } = await readCompetition(deps, claim, limit);
    if (held + before + after < limit) return;
    if (held + before >= limit) break;
    if (Date.now() > deadline) throw new UnavailableError('Other projects are being created, try again');
    // Later projects give way: their claims are about to be released.
    await pause(Math.random() * MAX_PAUSE_MS);
  }
  throw refusal(`Your project limit is ${limit} projects! Please contact your administrator to increase it`);
}

/** Numbers of other projects in a namespace. */
interface Competition {
  /** Those that exist, or are being imported. */
  held: number;
  /** Those that are being created or moved, and have a lower id. */
  before: number;
  /** Those that are being created or moved, and have a higher id. */
  after: number;
}

async function readCompetition(
  deps: ProjectCreationDeps,
  { parentId, path, targetId }: PathClaimRequest,
  limit: number,
): Promise<Competition> {
  const own = pathKey(parentId, path);
  // Read first: a claim that is confirmed in the meantime must not be missed, nor counted twice.
  const unconfirmed = await deps.paths.findUnconfirmed(parentId, own);
  const except = [own, ...unconfirmed.map(({ _id }) => _id)];
  const confirmed = await deps.paths.count(parentId, { limit, confirmedExcept: except });
  const stored = await findStoredClaims(deps, unconfirmed);
  const undecided = unconfirmed.filter((claim) => !stored.has(claim) && !isExpired(claim));
  const before = undecided.filter(({ target_id: id }) => id < targetId).length;
  return {
    held: confirmed + stored.size,
    before,
    after: undecided.length - before,
  };
}

function refusal(text: string): ForgeError {
  return new ForgeError('forbidden', [text], { key: 'error' });
}
