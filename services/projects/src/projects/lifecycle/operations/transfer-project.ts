import { BadRequestError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { isMovedBy } from '#projects/creation';
import { writeView } from '#projects/presentation';
import type { ProjectLifecycleDeps } from '../deps';

/** Moves a project to another namespace, in which the caller must be able to create projects. */
export const transferProject = operation(
  ProjectLifecycleServiceDefinition.transferProject,
  async (_request, call: Call<ProjectLifecycleDeps>) => {
    const { deps, principal, operationId } = call;
    const id = call.resource('id').id;
    const [project, target] = await Promise.all([
      deps.projects.find(id),
      deps.namespaces.find(call.resource('namespace').id),
    ]);
    if (!project) throw new NotFoundError('Project');
    if (!target) throw new NotFoundError('Namespace');
    if (!isMovedBy(project, target, operationId) && !(await deps.projectCreation.canCreateIn(viewerOf(call), target)))
      throw new ForbiddenError();
    const problem = await deps.projectCreation.move(project, target, { actor: principal.id, operationId });
    if (problem !== undefined) throw new BadRequestError(`Failed to transfer project ${problem}`);
    const moved = await deps.projects.find(id);
    if (!moved) throw new NotFoundError('Project');
    return deps.projectPresenter.presentProject(moved, writeView(call));
  },
);
