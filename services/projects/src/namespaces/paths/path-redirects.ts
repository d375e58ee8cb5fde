/**
 * Redirects from former paths.
 *
 * The key of a redirect is relative to its parent, as that of a claim: everything below a renamed
 * group is found through the one redirect of the group. What is at a path always comes before a
 * redirect.
 */
import { releasePath, type PathClaimRequest } from './claim-path';
import { childPaths, pathKey } from './path.model';
import type { RedirectTarget } from './redirect.model';
import type { PathsDeps } from './deps';

/** Maximum number of redirects to one namespace or project; beyond, the oldest ones are removed. */
const MAX_REDIRECTS = 20;

/**
 * Releases a path that its holder has left and redirects it to the holder. Idempotent: does nothing
 * if the holder has released the path before.
 */
export async function leavePath(deps: PathsDeps, former: PathClaimRequest, target: RedirectTarget): Promise<void> {
  const key = pathKey(former.parentId, former.path);
  const own = { _id: key, kind: former.kind, target_id: former.targetId };
  if (!(await deps.pathClaims.exists(own))) return;
  await deps.redirects.updateOne({ _id: key }, { $set: { ...target, created_at: new Date() } }, { upsert: true });
  await releasePath(deps, former);
  // A concurrent run may have released the path before, and another holder may have taken it.
  if (await deps.pathClaims.exists({ _id: key })) await deps.redirects.deleteOne({ _id: key, ...target });
  await removeOldest(deps, target);
}

async function removeOldest(deps: PathsDeps, target: RedirectTarget): Promise<void> {
  const { kind, target_id: targetId } = target;
  const surplus = await deps.redirects
    .find({ kind, target_id: targetId }, { _id: 1 })
    .sort({ created_at: -1 })
    .skip(MAX_REDIRECTS)
    .lean();
  if (surplus.length > 0) await deps.redirects.deleteMany({ _id: { $in: surplus.map(({ _id: key }) => key) } });
}

/** Removes the redirects to a removed namespace or project, and those below a namespace. */
export async function removeRedirects(deps: PathsDeps, { kind, target_id: id }: RedirectTarget): Promise<void> {
  await deps.redirects.deleteMany({ kind, target_id: id });
  if (kind === 'namespace') await deps.redirects.deleteMany({ _id: childPaths(id) });
}

/** The id of the namespace or project that a former path redirects to; null if there is none. */
export async function findRedirect(
  deps: PathsDeps,
  kind: RedirectTarget['kind'],
  parentId: number,
  path: string,
): Promise<number | null> {
  const redirect = await deps.redirects.findOne({ _id: pathKey(parentId, path), kind }).lean();
  return redirect?.target_id ?? null;
}
