/**
 * Removes a namespace and everything in it, in a resumable job that an event triggers.
 *
 * The namespace is first marked as deleted, which hides it and its content immediately. Its path
 * stays claimed until the removal is complete, so nothing new appears at the old URLs in the
 * meantime.
 */
import { deleteAvatar, type NamespaceDocument, userPathClaim } from '#namespaces';
import type { PathClaimRequest } from '#namespaces/paths';
import type { NamespaceRemovalDeps } from './deps';

const BATCH = 50;

/**
 * Marks a namespace for removal and publishes the event that triggers the job. Returns false if it
 * was marked already.
 */
export async function startRemoval(
  deps: Pick<NamespaceRemovalDeps, 'namespaces'>,
  id: number,
  actor: number | null,
): Promise<boolean> {
  let began = false;
  await deps.namespaces.mutate(id, ({ deleting_at: since }) => {
    began = since === undefined;
    if (!began) return null;
    return {
      set: { deleting_at: new Date(), deleting_by: actor },
      events: [{ type: 'projects.namespace.removal_started', actor }],
    };
  });
  return began;
}

/**
 * Removes the content of a marked namespace, then the namespace. Idempotent and resumable at any
 * point.
 */
export async function finishRemoval(deps: NamespaceRemovalDeps, id: number): Promise<void> {
  const namespace = await deps.namespaces.find(id);
  if (!namespace?.deleting_at) return;
  const actor = namespace.deleting_by ?? null;
  await removeProjects(deps, namespace, actor);
  // Deepest first, so that no group is removed before its subgroups.
  const inside = await deps.namespaces.model.find({ ancestor_ids: id }).lean<NamespaceDocument[]>();
  inside.sort((one, other) => other.ancestor_ids.length - one.ancestor_ids.length);
  for (const group of inside) await removeGroup(deps, group, actor);
  if (namespace.kind === 'group') return removeGroup(deps, namespace, actor);
  const claim = namespace.owner_id === undefined ? undefined : userPathClaim(namespace.owner_id, namespace.path);
  if (claim) await deps.paths.unconfirm(claim);
  await deps.paths.removeRedirects({ kind: 'namespace', target_id: id });
  await deps.namespaces.deleteMany({ _id: id });
  if (claim) await deps.paths.release(claim);
}

async function removeProjects(
  deps: NamespaceRemovalDeps,
  { _id: id, kind }: NamespaceDocument,
  actor: number | null,
): Promise<void> {
  const where = kind === 'group' ? { ancestor_ids: id } : { namespace_id: id };
  for (;;) {
    const projects = await deps.projects.model.find(where).limit(BATCH).lean();
    if (projects.length === 0) return;
    for (const project of projects) await deps.removeProject(project, actor);
  }
}

async function removeGroup(deps: NamespaceRemovalDeps, group: NamespaceDocument, actor: number | null): Promise<void> {
  const claim: PathClaimRequest = { parentId: group.parent_id, path: group.path, kind: 'group', targetId: group._id };
  await deps.paths.unconfirm(claim);
  await deps.namespaces.remove(group, { type: 'projects.group.deleted', actor });
  await deleteAvatar(deps, group.avatar, null);
  await deps.paths.release(claim);
}
