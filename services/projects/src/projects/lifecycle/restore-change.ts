import type { Change } from '@forgemesh/data';
import type { ProjectDocument } from '#projects/model';

/**
 * The change that removes a project's mark for deletion. The project is unarchived if the mark
 * archived it.
 */
export function restoreChange(project: ProjectDocument, actor: number): Change<ProjectDocument> {
  const archived = project.archived && !project.archived_by_mark;
  const changes = {
    marked_for_deletion: { from: true, to: false },
    ...(archived !== project.archived && { archived: { from: project.archived, to: archived } }),
  };
  return {
    set: { archived, updated_at: new Date() },
    update: { $unset: { marked_for_deletion_at: 1, marked_for_deletion_by: 1, archived_by_mark: 1 } },
    events: [{ type: 'projects.project.updated', actor, changes }],
  };
}
