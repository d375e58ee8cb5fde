import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { ProjectMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/mirror';
import { operation, type Call } from '@forgemesh/rpc';
import { scheduleUpdate } from '#projects/mirroring';
import type { PullMirrorsDeps } from '../deps';

/** Schedules an update of a mirror. A mirror that is being updated is updated once more. */
export const pullProjectMirror = operation(
  ProjectMirrorServiceDefinition.pullProjectMirror,
  async (_request, call: Call<PullMirrorsDeps>) => {
    const { deps, principal } = call;
    const project = await deps.projects.mutate(call.resource('id').id, (current) => {
      if (!current.mirror) throw new BadRequestError('The project is not mirrored');
      const set = scheduleUpdate(current);
      const changes = {
        import_status: { from: current.import_status, to: set.import_status ?? current.import_status },
      };
      return { set, events: [{ type: 'projects.project.updated', actor: principal.id, changes }] };
    });
    if (!project) throw new NotFoundError('Project');
    return {};
  },
);
