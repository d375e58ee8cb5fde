/**
 * Takes, confirms and gives up paths.
 *
 * A path is claimed before its holder is stored and confirmed afterwards, so that of two writers
 * exactly one gets it and a crash in between blocks nobody: after a minute an unconfirmed claim
 * whose holder does not exist may be taken over.
 */
import { isDuplicateKey } from '@forgemesh/data';
import type { Projects } from '../../deps';
import { pathKey, type PathClaim, type PathKind } from './path.model';

const UNCONFIRMED_LIFE_MS = 60_000;
/** When a claim that was let go was made, as it says. */
const EXPIRED = new Date(0);

/** Who wants which path. */
export interface PathClaimRequest {
  /** Namespace that holds it; 0 for a top-level path. */
  parentId: number;
  path: string;
  kind: PathKind;
  targetId: number;
  /** Id of the write that wants it. */
  operationId?: string | undefined;
}

/** Claims a path. True also where the same holder has it already; false where another one does. */
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

function isStale({ confirmed, claimed_at: since, operation_id: operationId }: PathClaim, request: PathClaimRequest): boolean {
  const isRepeated = operationId !== undefined && operationId === request.operationId;
  return !confirmed && (isRepeated || Date.now() - since.getTime() >= UNCONFIRMED_LIFE_MS);
}

/** Takes a left-over claim whose holder was never stored there. */
async function replaceClaim(deps: Projects, existing: PathClaim, claim: Omit<PathClaim, '_id'>): Promise<boolean> {
  const same = { _id: existing._id, kind: existing.kind, target_id: existing.target_id, claimed_at: existing.claimed_at };
  // Who holds it confirms it himself, once all that belongs to him is there.
  if (await isHolderStored(deps, existing)) return false;
  const { matchedCount } = await deps.paths.updateOne(same, { $set: claim });
  return matchedCount > 0;
}

/**
 * Whether a holder is at the path that it claimed: a move that was cut off leaves it where it was.
 */
async function isHolderStored(deps: Projects, { _id, kind, target_id: id }: PathClaim): Promise<boolean> {
  switch (kind) {
    case 'project': {
      const project = await deps.projects.model.findById(id, { namespace_id: 1, path: 1 }).lean();
      if (project) return pathKey(project.namespace_id, project.path) === _id;
      // While it is being imported it is not stored yet.
      return (await deps.imports.model.exists({ project_id: id, job_due_at: { $exists: true } })) !== null;
    }
    case 'group': {
      const group = await deps.namespaces.model.findById(id, { parent_id: 1, path: 1 }).lean();
      if (group) return pathKey(group.parent_id, group.path) === _id;
      // While it is being imported it is not stored yet.
      return (await deps.groupImports.model.exists({ group_id: id, job_due_at: { $exists: true } })) !== null;
    }
    case 'user': {
      const { users } = await deps.clients.directory.listUserProfiles({ ids: [id] });
      return users.some(({ username }) => pathKey(0, username) === _id);
    }
  }
}

/** Whether a claim is final already. */
export async function isConfirmed(deps: Projects, { parentId, path, kind, targetId }: PathClaimRequest): Promise<boolean> {
  const claim = { _id: pathKey(parentId, path), kind, target_id: targetId, confirmed: true };
  return (await deps.paths.exists(claim)) !== null;
}

/**
 * Makes a claim final, once its holder is stored. One that was let go stays so: what follows from
 * the creation may come late.
 */
export async function confirmPath(deps: Projects, { parentId, path, kind, targetId }: PathClaimRequest): Promise<void> {
  await deps.paths.updateOne(
    { _id: pathKey(parentId, path), kind, target_id: targetId, claimed_at: { $gt: EXPIRED } },
    { $set: { confirmed: true } },
  );
}

/** Hands a claim over to another holder of the same kind, where the first one has it. */
export async function transferPath(
  deps: Projects,
  { parentId, path, kind, targetId }: PathClaimRequest,
  to: number,
): Promise<void> {
  await deps.paths.updateOne({ _id: pathKey(parentId, path), kind, target_id: targetId }, { $set: { target_id: to } });
}

/**
 * Lets a path go as soon as its holder is gone. It comes before the end of the holder, so that a
 * crash in between blocks nobody.
 */
export async function unconfirmPath(deps: Projects, { parentId, path, kind, targetId }: PathClaimRequest): Promise<void> {
  await deps.paths.updateOne(
    { _id: pathKey(parentId, path), kind, target_id: targetId },
    { $set: { confirmed: false, claimed_at: EXPIRED } },
  );
}

/** Gives up a path; does nothing where another one holds it. */
export async function releasePath(deps: Projects, { parentId, path, kind, targetId }: PathClaimRequest): Promise<void> {
  await deps.paths.deleteOne({ _id: pathKey(parentId, path), kind, target_id: targetId });
}
