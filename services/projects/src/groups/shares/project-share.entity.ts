import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectGroupLink } from '@forgemesh/proto/projects/v1/project_share';
import type { ProjectDocument, ProjectShare } from '#projects/model';

/** Presents a share of a project. */
export function presentShare(
  { _id: projectId }: ProjectDocument,
  { id, group_id, group_access, expires_at }: ProjectShare,
): ResponseOf<ProjectGroupLink> {
  return { id, project_id: projectId, group_id, group_access, expires_at };
}
