/** Removes a project. Its event makes other services and consumers remove related data. */
import { deleteAvatar } from '#namespaces';
import type { PathClaimRequest } from '#namespaces/paths';
import type { ProjectDocument } from '#projects/model';
import type { ProjectRemovalDeps } from './deps';

/** Deletes a project and releases its path. Idempotent. */
export async function removeProject(
  deps: ProjectRemovalDeps,
  project: ProjectDocument,
  actor: number | null,
): Promise<void> {
  const claim: PathClaimRequest = {
    parentId: project.namespace_id,
    path: project.path,
    kind: 'project',
    targetId: project._id,
  };
  await deps.paths.unconfirm(claim);
  await deps.projects.remove(project, { type: 'projects.project.deleted', actor });
  await deleteAvatar(deps, project.avatar, null);
  await deps.paths.release(claim);
  if (project.forked_from_project_id !== undefined) await deps.recountForks(project.forked_from_project_id);
}
