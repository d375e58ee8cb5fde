/**
 * Removes a namespace and everything in it, in a resumable job that an event triggers.
 *
 * The namespace is first marked as deleted, which hides it and its content immediately. Its path
 * stays claimed until the removal is complete, so nothing new appears at the old URLs in the
 * meantime.
 */
import type { Projects } from '#deps';
import { deleteAvatar } from '#namespaces/avatar';
import { removeProject } from '#projects/projects/removal/remove-project';
import { unconfirmPath, releasePath, type PathClaimRequest } from '#namespaces/paths/claim-path';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import { removeRedirects } from '#namespaces/paths/path-redirects';
import { userPathClaim } from '#namespaces/user-namespace';

const BATCH = 50;

/**
 * Marks a namespace for removal and publishes the event that triggers the job. Returns false if it
 * was marked already.
 */
export async function startRemoval(deps: Projects, id: number, actor: number | null): Promise<boolean> {
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
export async function finishRemoval(deps: Projects, id: number): Promise<void> {
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
  if (claim) await unconfirmPath(deps, claim);
  await removeRedirects(deps, { kind: 'namespace', target_id: id });
  await deps.namespaces.deleteMany({ _id: id });
  if (claim) await releasePath(deps, claim);
}

async function removeProjects(
  deps: Projects,
  { _id: id, kind }: NamespaceDocument,
  actor: number | null,
): Promise<void> {
  const where = kind === 'group' ? { ancestor_ids: id } : { namespace_id: id };
  for (;;) {
    const projects = await deps.projects.model.find(where).limit(BATCH).lean();
    if (projects.length === 0) return;
    for (const project of projects) await removeProject(deps, project, actor);
  }
}

async function removeGroup(deps: Projects, group: NamespaceDocument, actor: number | null): Promise<void> {
  const claim: PathClaimRequest = { parentId: group.parent_id, path: group.path, kind: 'group', targetId: group._id };
  await unconfirmPath(deps, claim);
  await deps.namespaces.remove(group, { type: 'projects.group.deleted', actor });
  await deleteAvatar(deps, group.avatar, null);
  await releasePath(deps, claim);
}
