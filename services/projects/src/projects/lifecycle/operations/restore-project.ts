import { NotFoundError } from '@forgemesh/errors';
import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation, type Call } from '@forgemesh/rpc';
import { writeView } from '#projects/presentation';
import { restoreChange } from '../restore-change';
import type { ProjectLifecycleDeps } from '../deps';

/** Restores a project that is marked for deletion. It is unarchived if the mark archived it. */
export const restoreProject = operation(
  ProjectLifecycleServiceDefinition.restoreProject,
  async (_request, call: Call<ProjectLifecycleDeps>) => {
    const { deps, principal } = call;
    const project = await deps.projects.mutate(call.resource('id').id, (current) => {
      if (!current.marked_for_deletion_at) return null;
      if (current.removal_due) throw new NotFoundError('Project');
      return restoreChange(current, principal.id);
    });
    if (!project) throw new NotFoundError('Project');
    return deps.projectPresenter.presentProject(project, writeView(call));
  },
);
