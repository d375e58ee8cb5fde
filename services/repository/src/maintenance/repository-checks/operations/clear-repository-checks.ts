import { RepositoryCheckServiceDefinition } from '@forgemesh/proto/repository/v1/repository_check';
import { operation } from '#operation';
import { checkedFilter } from '#maintenance/statistics/repository-check.model';

/** Removes the results of all checks; the times of the next checks remain. */
export const clearRepositoryChecks = operation(
  RepositoryCheckServiceDefinition.clearRepositoryChecks,
  async (_request, { deps }) => {
    await deps.measurements.model.updateMany(checkedFilter(), {
      $unset: { 'check.checked_at': 1, 'check.failed': 1, 'check.error': 1 },
    });
    return {};
  },
);
