import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { RepositoryCheckServiceDefinition } from '@forgemesh/proto/repository/v1/repository_check';
import type { RepositoryChecksDeps } from '../deps';

/**
 * Makes the checks of a project's repositories due. The process that serves its storage runs them.
 */
export const runRepositoryCheck = operation(
  RepositoryCheckServiceDefinition.runRepositoryCheck,
  async ({ project_id }, { deps }: Call<RepositoryChecksDeps>) => {
    const { matchedCount } = await deps.measurements.model.updateMany(
      { project_id, measured_at: { $ne: null } },
      { $set: { 'check.due_at': new Date(), 'check.is_requested': true } },
    );
    if (matchedCount === 0) throw new NotFoundError('Repository');
    return {};
  },
);
