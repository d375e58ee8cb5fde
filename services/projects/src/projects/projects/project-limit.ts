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
import { fetchProfile } from '#clients/users/directory';
import type { Projects } from '#deps';
import { claimPath, isExpired, releasePath, type PathClaimRequest } from '#namespaces/paths/claim-path';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import { childPaths, pathKey, type PathClaim } from '#namespaces/paths/path.model';

/** Maximum time to wait for the outcome of concurrent writes. */
const MAX_WAIT_MS = 15_000;
/** Maximum pause between reads. */
const MAX_PAUSE_MS = 200;

/**
 * The maximum number of projects in a namespace; undefined for groups. Throws ForbiddenError if the
 * owner may not have any.
 */
export async function readProjectLimit(
  deps: Projects,
  { kind, owner_id: ownerId }: Pick<NamespaceDocument, 'kind' | 'owner_id'>,
): Promise<number | undefined> {
  if (kind === 'group' || ownerId === undefined) return undefined;
  const profile = await fetchProfile(deps, ownerId);
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
  deps: Projects,
  claim: PathClaimRequest,
  limit: number | undefined,
): Promise<boolean> {
  if (!(await claimPath(deps, claim))) return false;
  try {
    await assertWithinLimit(deps, claim, limit);
  } catch (error) {
    await releasePath(deps, claim);
    throw error;
  }
  return true;
}

async function assertWithinLimit(deps: Projects, claim: PathClaimRequest, limit: number | undefined): Promise<void> {
  if (limit === undefined || (await countClaims(deps, claim.parentId, limit + 1)) <= limit) return;
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

function countClaims(deps: Projects, namespaceId: number, limit: number): Promise<number> {
  return deps.paths.countDocuments({ _id: childPaths(namespaceId) }, { limit }).exec();
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
  deps: Projects,
  { parentId, path, targetId }: PathClaimRequest,
  limit: number,
): Promise<Competition> {
  const own = pathKey(parentId, path);
  const range = childPaths(parentId);
  // Read first: a claim that is confirmed in the meantime must not be missed, nor counted twice.
  const unconfirmed = await deps.paths.find({ _id: { ...range, $ne: own }, confirmed: false }).lean<PathClaim[]>();
  const counted = [own, ...unconfirmed.map(({ _id }) => _id)];
  const confirmed = await deps.paths.countDocuments({ _id: { ...range, $nin: counted }, confirmed: true }, { limit });
  const stored = await findStored(deps, unconfirmed);
  const undecided = unconfirmed.filter((claim) => !stored.has(claim) && !isExpired(claim));
  const before = undecided.filter(({ target_id: id }) => id < targetId).length;
  return {
    held: confirmed + stored.size,
    before,
    after: undecided.length - before,
  };
}

/** Those of the claims whose project is stored at the path, or is being imported. */
async function findStored(deps: Projects, claims: PathClaim[]): Promise<Set<PathClaim>> {
  const ids = claims.map(({ target_id: id }) => id);
  if (ids.length === 0) return new Set();
  const [projects, imports] = await Promise.all([
    deps.projects.model.find({ _id: { $in: ids } }, { namespace_id: 1, path: 1 }).lean(),
    deps.imports.model.find({ project_id: { $in: ids }, job_due_at: { $exists: true } }, { project_id: 1 }).lean(),
  ]);
  const keys = new Map(projects.map(({ _id, namespace_id, path }) => [_id, pathKey(namespace_id, path)]));
  const imported = new Set(imports.map(({ project_id: id }) => id));
  return new Set(claims.filter(({ _id, target_id: id }) => (keys.has(id) ? keys.get(id) === _id : imported.has(id))));
}

function refusal(text: string): ForgeError {
  return new ForgeError('forbidden', [text], { key: 'error' });
}
