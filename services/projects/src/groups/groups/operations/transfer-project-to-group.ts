import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation } from '#operation';
import { moveProject } from '#projects/projects/move-project';
import { groupOf } from '../group-of';
import { presentGroup } from '../present-group';

/** Moves a project into a group. */
export const transferProjectToGroup = operation(
  GroupServiceDefinition.transferProjectToGroup,
  async (_request, call) => {
    const group = await groupOf(call);
    const project = await call.deps.projects.find(call.resource('project_id').id);
    if (!project) throw new NotFoundError('Project');
    const problem = await moveProject(call.deps, project, group, {
      actor: call.principal.id,
      operationId: call.operationId,
    });
    if (problem !== undefined) throw new BadRequestError(`Failed to transfer project ${problem}`);
    return presentGroup(call, group, { details: true, projects: true });
  },
);
