import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { RepositoryCheckServiceDefinition } from '@forgemesh/proto/repository/v1/repository_check';
import { presentRepositoryCheck } from '../repository-check.entity';
import { checkedFilter } from '#maintenance/statistics';
import type { RepositoryChecksDeps } from '../deps';

/** Lists the results of repository checks, the most recent first. */
export const listRepositoryChecks = operation(
  RepositoryCheckServiceDefinition.listRepositoryChecks,
  async (request, call: Call<RepositoryChecksDeps>) => {
    const { state } = request;
    const checked = await listPage(call, {
      model: call.deps.measurements.model,
      filter: checkedFilter(state === undefined ? undefined : state === 'failed'),
      sort: { 'check.checked_at': -1, _id: -1 },
      request,
    });
    return { repository_checks: checked.map(presentRepositoryCheck) };
  },
);
