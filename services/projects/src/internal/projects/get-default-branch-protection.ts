import { NotFoundError } from '@forgemesh/errors';
import { DefaultBranchServiceDefinition } from '@forgemesh/proto/projects/v1/directory';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { protectionOf } from '#groups/presentation';
import type { InternalProjectsDeps } from './deps';

/**
 * Gets the protection level of the default branch of a new project. The setting of a group applies
 * to the projects directly inside.
 */
export const getDefaultBranchProtection = internalOperation(
  DefaultBranchServiceDefinition.getDefaultBranchProtection,
  async ({ project_id: id }, { deps }: Call<InternalProjectsDeps>) => {
    const project = await deps.projects.model.findById(id, { namespace_id: 1 }).lean();
    if (!project) throw new NotFoundError('Project');
    const group = await deps.namespaces.model.findById(project.namespace_id, { default_branch_protection: 1 }).lean();
    return { default_branch_protection: protectionOf(deps, group ?? undefined) };
  },
);
