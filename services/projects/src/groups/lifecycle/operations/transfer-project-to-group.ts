import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { groupOf } from '#groups/presentation';
import type { GroupLifecycleDeps } from '../deps';

/** Moves a project into a group. */
export const transferProjectToGroup = operation(
  GroupServiceDefinition.transferProjectToGroup,
  async (_request, call: Call<GroupLifecycleDeps>) => {
    const group = await groupOf(call);
    const project = await call.deps.projects.find(call.resource('project_id').id);
    if (!project) throw new NotFoundError('Project');
    const problem = await call.deps.projectCreation.move(project, group, {
      actor: call.principal.id,
      operationId: call.operationId,
    });
    if (problem !== undefined) throw new BadRequestError(`Failed to transfer project ${problem}`);
    return call.deps.groupPresenter.presentGroup(call, group, { details: true, projects: true });
  },
);
