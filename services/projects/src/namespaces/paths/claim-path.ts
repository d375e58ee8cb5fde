/**
 * Claims, confirms and releases paths.
 *
 * A path is claimed before its holder is stored and confirmed afterwards. Exactly one of two
 * concurrent writers gets the path, and a crash in between does not block it: an unconfirmed claim
 * whose holder does not exist may be replaced after one minute.
 */
import { isDuplicateKey } from '@forgemesh/data';
import type { Projects } from '#deps';
import { pathKey, type PathClaim, type PathKind } from './path.model';

const UNCONFIRMED_TTL_MS = 60_000;
/** `claimed_at` of a claim that may be replaced immediately. */
const EXPIRED = new Date(0);

/** A path and the object that it is claimed for. */
export interface PathClaimRequest {
  /** Namespace that contains the path; 0 for a top-level path. */
  parentId: number;
  path: string;
  kind: PathKind;
  targetId: number;
  /** Id of the write that claims the path. */
  operationId?: string | undefined;
}

/**
 * Claims a path. Returns true also if the same holder has it already, false if another one does.
 */
export async function claimPath(deps: Projects, request: PathClaimRequest): Promise<boolean> {
  const key = pathKey(request.parentId, request.path);
  const claim = claimOf(request);
  try {
    await deps.paths.create([{ _id: key, ...claim }]);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const existing = await deps.paths.findById(key).lean();
  if (!existing) return claimPath(deps, request);
  if (existing.kind === request.kind && existing.target_id === request.targetId) return true;
  return isStale(existing, request) ? replaceClaim(deps, existing, claim) : false;
}

function claimOf({ kind, targetId, operationId }: PathClaimRequest): Omit<PathClaim, '_id'> {
  return {
    kind,
    target_id: targetId,
    confirmed: false,
    claimed_at: new Date(),
    ...(operationId !== undefined && { operation_id: operationId }),
  };
}

function isStale(claim: PathClaim, request: PathClaimRequest): boolean {
  const { confirmed, operation_id: operationId } = claim;
  const isRepeated = operationId !== undefined && operationId === request.operationId;
  return isExpired(claim) || (!confirmed && isRepeated);
}

/** Whether a claim may be replaced, unless its holder was stored at the path. */
export function isExpired({ confirmed, claimed_at: since }: PathClaim): boolean {
  return !confirmed && Date.now() - since.getTime() >= UNCONFIRMED_TTL_MS;
}

/** Replaces a stale claim if its holder was never stored at the path. */
async function replaceClaim(deps: Projects, existing: PathClaim, claim: Omit<PathClaim, '_id'>): Promise<boolean> {
  const same = {
    _id: existing._id,
    kind: existing.kind,
    target_id: existing.target_id,
    claimed_at: existing.claimed_at,
  };
  // An existing holder confirms its own claim once its creation is complete.
  if (await isHolderStored(deps, existing)) return false;
  const { matchedCount } = await deps.paths.updateOne(same, { $set: claim });
  return matchedCount > 0;
}

/**
 * Whether the holder is at the claimed path. After an interrupted move it is still at its old path.
 */
async function isHolderStored(deps: Projects, { _id, kind, target_id: id }: PathClaim): Promise<boolean> {
  switch (kind) {
    case 'project': {
      const project = await deps.projects.model.findById(id, { namespace_id: 1, path: 1 }).lean();
      if (project) return pathKey(project.namespace_id, project.path) === _id;
      // An imported project is stored at the end of the import.
      return (await deps.imports.model.exists({ project_id: id, job_due_at: { $exists: true } })) !== null;
    }
    case 'group': {
      const group = await deps.namespaces.model.findById(id, { parent_id: 1, path: 1 }).lean();
      if (group) return pathKey(group.parent_id, group.path) === _id;
      // An imported group is stored at the end of the import.
      return (await deps.groupImports.model.exists({ group_id: id, job_due_at: { $exists: true } })) !== null;
    }
    case 'user': {
      const { users } = await deps.clients.directory.listUserProfiles({ ids: [id] });
      return users.some(({ username }) => pathKey(0, username) === _id);
    }
  }
}

/** Whether a claim is confirmed. */
export async function isConfirmed(
  deps: Projects,
  { parentId, path, kind, targetId }: PathClaimRequest,
): Promise<boolean> {
  const claim = { _id: pathKey(parentId, path), kind, target_id: targetId, confirmed: true };
  return (await deps.paths.exists(claim)) !== null;
}

/**
 * Confirms a claim after its holder was stored, and ends a redirect from the path. A claim that
 * `unconfirmPath` marked stays unconfirmed, because steps of the creation may run late.
 */
export async function confirmPath(deps: Projects, { parentId, path, kind, targetId }: PathClaimRequest): Promise<void> {
  const key = pathKey(parentId, path);
  const { matchedCount } = await deps.paths.updateOne(
    { _id: key, kind, target_id: targetId, claimed_at: { $gt: EXPIRED } },
    { $set: { confirmed: true } },
  );
  if (matchedCount > 0) await deps.redirects.deleteOne({ _id: key });
}

/** Transfers a claim to another holder of the same kind, if the given holder has it. */
export async function transferPath(
  deps: Projects,
  { parentId, path, kind, targetId }: PathClaimRequest,
  to: number,
): Promise<void> {
  await deps.paths.updateOne({ _id: pathKey(parentId, path), kind, target_id: targetId }, { $set: { target_id: to } });
}

/**
 * Marks a claim as replaceable as soon as its holder is deleted. Called before the deletion, so
 * that a crash in between does not block the path.
 */
export async function unconfirmPath(
  deps: Projects,
  { parentId, path, kind, targetId }: PathClaimRequest,
): Promise<void> {
  await deps.paths.updateOne(
    { _id: pathKey(parentId, path), kind, target_id: targetId },
    { $set: { confirmed: false, claimed_at: EXPIRED } },
  );
}

/** Releases a path; does nothing if another holder has it. */
export async function releasePath(deps: Projects, { parentId, path, kind, targetId }: PathClaimRequest): Promise<void> {
  await deps.paths.deleteOne({ _id: pathKey(parentId, path), kind, target_id: targetId });
}
