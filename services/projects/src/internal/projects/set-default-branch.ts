import { NotFoundError } from '@forgemesh/errors';
import { DefaultBranchServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { InternalProjectsDeps } from './deps';

/**
 * Sets the default branch when the first branch of a repository is created, or when the default
 * branch was deleted.
 */
export const setDefaultBranch = internalOperation(
  DefaultBranchServiceDefinition.setDefaultBranch,
  async ({ project_id: id, branch, replace }, { deps, user }: Call<InternalProjectsDeps>) => {
    const project = await deps.projects.mutate(id, ({ default_branch: current }) => {
      if (current === branch || (current !== null && !replace)) return null;
      return {
        set: { default_branch: branch },
        events: [
          {
            type: 'projects.project.updated',
            actor: user?.id ?? null,
            changes: { default_branch: { from: current, to: branch } },
          },
        ],
      };
    });
    if (!project) throw new NotFoundError('Project');
    return { default_branch: project.default_branch ?? '' };
  },
);
