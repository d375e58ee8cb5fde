import { internalOperation, type Call } from '@forgemesh/rpc';
import { RepositoryCheckServiceDefinition } from '@forgemesh/proto/repository/v1/repository_check';
import { checkedFilter } from '#maintenance/statistics';
import type { InternalReplicasDeps } from './deps';

/** Counts the repositories whose last check failed. */
export const countRepositoryChecks = internalOperation(
  RepositoryCheckServiceDefinition.countRepositoryChecks,
  async (_request, { deps: { measurements } }: Call<InternalReplicasDeps>) => ({
    failed: await measurements.model.countDocuments(checkedFilter(true)),
  }),
);
