import { BadRequestError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { ProjectLifecycleServiceDefinition } from '@forgemesh/proto/projects/v1/project_lifecycle';
import { viewerOf } from '#access/viewer';
import { operation } from '#operation';
import { canCreateProjectsIn } from '#projects/projects/creation-rights';
import { isMovedBy, moveProject } from '#projects/projects/move-project';
import { presentProject } from '#projects/projects/project.entity';
import { writeView } from '#projects/projects/view';

/** Moves a project to another namespace, in which the caller must be able to create projects. */
export const transferProject = operation(ProjectLifecycleServiceDefinition.transferProject, async (_request, call) => {
  const { deps, principal, operationId } = call;
  const id = call.resource('id').id;
  const [project, target] = await Promise.all([
    deps.projects.find(id),
    deps.namespaces.find(call.resource('namespace').id),
  ]);
  if (!project) throw new NotFoundError('Project');
  if (!target) throw new NotFoundError('Namespace');
  if (!isMovedBy(project, target, operationId) && !(await canCreateProjectsIn(deps, viewerOf(call), target)))
    throw new ForbiddenError();
  const problem = await moveProject(deps, project, target, { actor: principal.id, operationId });
  if (problem !== undefined) throw new BadRequestError(`Failed to transfer project ${problem}`);
  const moved = await deps.projects.find(id);
  if (!moved) throw new NotFoundError('Project');
  return presentProject(deps, moved, writeView(call));
});
