import { ForgeError, NotFoundError } from '@forgemesh/errors';
import { ForkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { operation, type Call } from '@forgemesh/rpc';
import { unlinkFork } from '#projects/creation';
import type { ForksDeps } from '../deps';

/** Removes the relation of a fork to its source. */
export const deleteForkRelation = operation(
  ForkServiceDefinition.deleteForkRelation,
  async (_request, call: Call<ForksDeps>) => {
    const { deps, principal } = call;
    const project = await deps.projects.find(call.resource('id').id);
    if (!project) throw new NotFoundError('Project');
    call.assertUnmodified(project.updated_at);
    const { _id: id, forked_from_project_id: sourceId } = project;
    const isUnlinked =
      sourceId !== undefined && (await unlinkFork(deps, id, { sourceId, actor: principal.id, leavesNetwork: true }));
    if (!isUnlinked) throw new ForgeError('not_modified');
    await deps.recountForks(sourceId);
    return {};
  },
);
