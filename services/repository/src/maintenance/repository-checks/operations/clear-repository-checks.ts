import { operation, type Call } from '@forgemesh/rpc';
import { RepositoryCheckServiceDefinition } from '@forgemesh/proto/repository/v1/repository_check';
import { checkedFilter } from '#maintenance/statistics';
import type { RepositoryChecksDeps } from '../deps';

/** Removes the results of all checks; the times of the next checks remain. */
export const clearRepositoryChecks = operation(
  RepositoryCheckServiceDefinition.clearRepositoryChecks,
  async (_request, { deps }: Call<RepositoryChecksDeps>) => {
    await deps.measurements.model.updateMany(checkedFilter(), {
      $unset: { 'check.checked_at': 1, 'check.failed': 1, 'check.error': 1 },
    });
    return {};
  },
);
