import { NotFoundError } from '@forgemesh/errors';
import { ProjectShareServiceDefinition } from '@forgemesh/proto/projects/v1/project_share';
import { operation, type Call } from '@forgemesh/rpc';
import { changeShares } from '../change-shares';
import type { SharesDeps } from '../deps';

/** Stops sharing a project with a group. */
export const unshareProject = operation(
  ProjectShareServiceDefinition.unshareProject,
  async (request, call: Call<SharesDeps>) => {
    const changed = await call.deps.projects.mutate(call.resource('id').id, (project) => {
      const remaining = project.shared_groups.filter(({ group_id: id }) => id !== request.group_id);
      if (remaining.length === project.shared_groups.length) throw new NotFoundError('Group Link');
      return changeShares(project, remaining, call.principal.id);
    });
    if (!changed) throw new NotFoundError('Project');
    return {};
  },
);
