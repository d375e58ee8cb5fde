/** Removes a project; its event tells everybody who keeps something of it. */
import { dropAvatar } from '../../../content/avatars/avatar';
import { loosenPath, releasePath, type PathWish } from '../../../groups/namespaces/claim-path';
import type { Projects } from '../../../deps';
import type { ProjectDocument } from '../project.model';

/** Deletes a project and frees its path. Safe to repeat. */
export async function removeProject(deps: Projects, project: ProjectDocument, actor: number | null): Promise<void> {
  const place: PathWish = {
    parentId: project.namespace_id,
    path: project.path,
    kind: 'project',
    targetId: project._id,
  };
  await loosenPath(deps, place);
  await deps.projects.remove(project, { type: 'projects.project.deleted', actor });
  await dropAvatar(deps, project.avatar, null);
  await releasePath(deps, place);
  if (project.forked_from_project_id !== undefined) await deps.recountForks(project.forked_from_project_id);
}
