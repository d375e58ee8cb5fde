import { NotFoundError } from '@forgemesh/kit';
import { ProjectLifecycleServiceService } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation } from '../operation';
import { presentProject } from '../projects/project.entity';
import { writeView } from '../projects/view';

/** Takes the mark for deletion from a project, and the archiving that came with it. */
export const restoreProject = operation(ProjectLifecycleServiceService.restoreProject, async (_request, call) => {
  const { deps, principal } = call;
  const project = await deps.projects.mutate(call.resource('id').id, (current) => {
    if (!current.marked_for_deletion_at) return null;
    if (current.removal_due) throw new NotFoundError('Project');
    const archived = current.archived && !current.archived_by_mark;
    const changes = {
      marked_for_deletion: { from: true, to: false },
      ...(archived !== current.archived && { archived: { from: current.archived, to: archived } }),
    };
    return {
      set: { archived, updated_at: new Date() },
      update: { $unset: { marked_for_deletion_at: 1, marked_for_deletion_by: 1, archived_by_mark: 1 } },
      events: [{ type: 'projects.project.updated', actor: principal.id, changes }],
    };
  });
  if (!project) throw new NotFoundError('Project');
  return presentProject(deps, project, writeView(call));
});
