/** Removes a project. Its event makes other services and consumers remove related data. */
import { deleteAvatar } from '#namespaces/avatar';
import { unconfirmPath, releasePath, type PathClaimRequest } from '#namespaces/paths/claim-path';
import type { Projects } from '#deps';
import type { ProjectDocument } from '../project.model';

/** Deletes a project and releases its path. Idempotent. */
export async function removeProject(deps: Projects, project: ProjectDocument, actor: number | null): Promise<void> {
  const claim: PathClaimRequest = {
    parentId: project.namespace_id,
    path: project.path,
    kind: 'project',
    targetId: project._id,
  };
  await unconfirmPath(deps, claim);
  await deps.projects.remove(project, { type: 'projects.project.deleted', actor });
  await deleteAvatar(deps, project.avatar, null);
  await releasePath(deps, claim);
  if (project.forked_from_project_id !== undefined) await deps.recountForks(project.forked_from_project_id);
}
