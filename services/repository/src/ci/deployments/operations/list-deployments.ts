import { listPage } from '@forgemesh/data';
import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { DeploymentServiceDefinition, type ListDeploymentsRequest } from '@forgemesh/proto/repository/v1/deployment';
import type { QueryFilter } from 'mongoose';
import type { EnvironmentDocument } from '#ci/environments';
import { presentDeployments } from '../deployment.entity';
import type { DeploymentDocument, DeploymentStatus } from '../deployment.model';
import type { DeploymentsDeps } from '../deps';

/** Lists the deployments of a project. */
export const listDeployments = operation(
  DeploymentServiceDefinition.listDeployments,
  async (request, call: Call<DeploymentsDeps>) => {
    const direction = request.sort === 'desc' ? -1 : 1;
    const { order_by: field = 'id' } = request;
    const documents = await listPage(call, {
      model: call.deps.deployments.model,
      filter: await filterOf(call, request),
      sort: field === 'id' ? { _id: direction } : { [field]: direction, _id: direction },
      request,
    });
    return { deployments: await presentDeployments(call.deps, documents) };
  },
);

async function filterOf(
  call: Call<DeploymentsDeps>,
  request: Parameters<ListDeploymentsRequest>,
): Promise<QueryFilter<DeploymentDocument>> {
  const { updated_after: after, updated_before: before, environment: name, status } = request;
  const projectId = call.resource().id;
  const updated = { ...(after && { $gte: new Date(after) }), ...(before && { $lte: new Date(before) }) };
  const environment = name ? await findId(call.deps, projectId, name) : undefined;
  return {
    project_id: projectId,
    ...(Object.keys(updated).length > 0 && { updated_at: updated }),
    ...(environment !== undefined && { environment_id: environment }),
    ...(status && { status: status as DeploymentStatus }),
  };
}

/** Id of an environment; 0, which no environment has, if the name does not exist. */
async function findId({ environments }: DeploymentsDeps, projectId: number, name: string): Promise<number> {
  const found = await environments.model
    .findOne({ project_id: projectId, name }, { _id: 1 })
    .lean<EnvironmentDocument>();
  return found?._id ?? 0;
}
