import { NotFoundError } from '@forgemesh/errors';
import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation } from '#operation';
import { presentProject } from '#projects/projects/project.entity';
import { writeView } from '#projects/projects/view';
import { restoreChange } from '../restore-change';

/** Restores a project that is marked for deletion. It is unarchived if the mark archived it. */
export const restoreProject = operation(ProjectLifecycleServiceDefinition.restoreProject, async (_request, call) => {
  const { deps, principal } = call;
  const project = await deps.projects.mutate(call.resource('id').id, (current) => {
    if (!current.marked_for_deletion_at) return null;
    if (current.removal_due) throw new NotFoundError('Project');
    return restoreChange(current, principal.id);
  });
  if (!project) throw new NotFoundError('Project');
  return presentProject(deps, project, writeView(call));
});
