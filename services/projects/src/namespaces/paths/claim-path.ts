/**
 * Claims, confirms and releases paths.
 *
 * A path is claimed before its holder is stored and confirmed afterwards. Exactly one of two
 * concurrent writers gets the path, and a crash in between does not block it: an unconfirmed claim
 * whose holder does not exist may be replaced after one minute.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { pathKey, type PathClaim, type PathKind } from './path.model';
import type { PathsDeps } from './deps';

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
export async function claimPath(deps: PathsDeps, request: PathClaimRequest): Promise<boolean> {
  const key = pathKey(request.parentId, request.path);
  const claim = claimOf(request);
  try {
    await deps.pathClaims.create([{ _id: key, ...claim }]);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const existing = await deps.pathClaims.findById(key).lean();
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
async function replaceClaim(deps: PathsDeps, existing: PathClaim, claim: Omit<PathClaim, '_id'>): Promise<boolean> {
  const same = {
    _id: existing._id,
    kind: existing.kind,
    target_id: existing.target_id,
    claimed_at: existing.claimed_at,
  };
  // An existing holder confirms its own claim once its creation is complete.
  if (await deps.pathHolders[existing.kind](existing)) return false;
  const { matchedCount } = await deps.pathClaims.updateOne(same, { $set: claim });
  return matchedCount > 0;
}

/** Whether a claim is confirmed. */
export async function isConfirmed(
  deps: PathsDeps,
  { parentId, path, kind, targetId }: PathClaimRequest,
): Promise<boolean> {
  const claim = { _id: pathKey(parentId, path), kind, target_id: targetId, confirmed: true };
  return (await deps.pathClaims.exists(claim)) !== null;
}

/**
 * Confirms a claim after its holder was stored, and ends a redirect from the path. A claim that
 * `unconfirmPath` marked stays unconfirmed, because steps of the creation may run late.
 */
export async function confirmPath(
  deps: PathsDeps,
  { parentId, path, kind, targetId }: PathClaimRequest,
): Promise<void> {
  const key = pathKey(parentId, path);
  const { matchedCount } = await deps.pathClaims.updateOne(
    { _id: key, kind, target_id: targetId, claimed_at: { $gt: EXPIRED } },
    { $set: { confirmed: true } },
  );
  if (matchedCount > 0) await deps.redirects.deleteOne({ _id: key });
}

/** Transfers a claim to another holder of the same kind, if the given holder has it. */
export async function transferPath(
  deps: PathsDeps,
  { parentId, path, kind, targetId }: PathClaimRequest,
  to: number,
): Promise<void> {
  await deps.pathClaims.updateOne(
    { _id: pathKey(parentId, path), kind, target_id: targetId },
    { $set: { target_id: to } },
  );
}

/**
 * Marks a claim as replaceable as soon as its holder is deleted. Called before the deletion, so
 * that a crash in between does not block the path.
 */
export async function unconfirmPath(
  deps: PathsDeps,
  { parentId, path, kind, targetId }: PathClaimRequest,
): Promise<void> {
  await deps.pathClaims.updateOne(
    { _id: pathKey(parentId, path), kind, target_id: targetId },
    { $set: { confirmed: false, claimed_at: EXPIRED } },
  );
}

/** Releases a path; does nothing if another holder has it. */
export async function releasePath(
  deps: PathsDeps,
  { parentId, path, kind, targetId }: PathClaimRequest,
): Promise<void> {
  await deps.pathClaims.deleteOne({ _id: pathKey(parentId, path), kind, target_id: targetId });
}
