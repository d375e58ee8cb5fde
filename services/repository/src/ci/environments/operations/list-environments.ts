import { listPage, patternOf, searchTermsOf } from '@forgemesh/data';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { EnvironmentServiceDefinition, type ListEnvironmentsRequest } from '@forgemesh/proto/repository/v1/environment';
import type { QueryFilter } from 'mongoose';
import { presentEnvironment } from '../environment.entity';
import type { EnvironmentDocument, EnvironmentState } from '../environment.model';
import type { EnvironmentsDeps } from '../deps';

/** Lists the environments of a project, oldest first. */
export const listEnvironments = operation(
  EnvironmentServiceDefinition.listEnvironments,
  async (request, call: Call<EnvironmentsDeps>) => {
    const environments = await listPage(call, {
      model: call.deps.environments.model,
      filter: { project_id: call.resource().id, ...conditionsOf(request) },
      sort: { _id: 1 },
      request,
    });
    return { environments: environments.map(presentEnvironment) };
  },
);

function conditionsOf({ name, search, states }: Parameters<ListEnvironmentsRequest>): QueryFilter<EnvironmentDocument> {
  const terms = searchTermsOf(search);
  return {
    ...(name !== undefined && { name }),
    ...(terms.length > 0 && { $and: terms.map((term) => ({ name: { $regex: patternOf(term), $options: 'i' } })) }),
    ...(states && { state: states as EnvironmentState }),
  };
}
