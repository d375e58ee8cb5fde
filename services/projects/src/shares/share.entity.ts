/** How shares appear in the API. */
import type { Answer } from '@forgemesh/kit';
import type { ProjectGroupLink } from '@forgemesh/proto/projects/v1/project_share';
import type { ProjectDocument, ProjectShare } from '../projects/project.model';

/** Presents a share of a project. */
export function presentShare(
  { _id: projectId }: ProjectDocument,
  { id, group_id, group_access, expires_at }: ProjectShare,
): Answer<ProjectGroupLink> {
  return { id, project_id: projectId, group_id, group_access, expires_at };
}
