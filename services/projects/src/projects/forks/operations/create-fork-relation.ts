import { BadRequestError, ConflictError, NotFoundError } from '@forgemesh/errors';
import { ForkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { operation, type Call } from '@forgemesh/rpc';
import { writeView } from '#projects/presentation';
import { unlinkFork } from '#projects/creation';
import { isForkOf, findMember, findNetworkId } from '../fork-network';
import type { ForksDeps } from '../deps';

/** Makes a project a fork of another one. */
export const createForkRelation = operation(
  ForkServiceDefinition.createForkRelation,
  async (_request, call: Call<ForksDeps>) => {
    const { deps, principal, operationId } = call;
    const { id } = call.resource('id');
    const { id: sourceId } = call.resource('forked_from_id');
    const source = await findMember(deps, sourceId);
    if (!source) throw new NotFoundError('Project');
    const fork_network_id = await findNetworkId(deps, source);
    const fork = await deps.projects.mutate(
      id,
      async ({ forked_from_project_id: current, fork_operation_id: earlier }) => {
        if (current !== undefined && earlier !== undefined && earlier === operationId) return null;
        if (current !== undefined) throw new ConflictError('Project already forked');
        if (id === sourceId || (await isForkOf(deps, source, id)))
          throw new BadRequestError('A project cannot be a fork of itself or of its own forks');
        return {
          set: {
            forked_from_project_id: sourceId,
            fork_network_id,
            ...(operationId !== undefined && { fork_operation_id: operationId }),
            updated_at: new Date(),
          },
          events: [
            {
              type: 'projects.project.updated',
              actor: principal.id,
              changes: { forked_from_project_id: { from: null, to: sourceId } },
            },
          ],
        };
      },
    );
    if (!fork) throw new NotFoundError('Project');
    if (!(await deps.recountForks(sourceId))) {
      await unlinkFork(deps, id, { sourceId, actor: principal.id, leavesNetwork: true });
      throw new NotFoundError('Project');
    }
    return deps.projectPresenter.presentProject(fork, writeView(call));
  },
);
