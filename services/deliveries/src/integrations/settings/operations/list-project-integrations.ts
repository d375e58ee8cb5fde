import { ProjectIntegrationServiceDefinition } from '@forgemesh/proto/deliveries/v1/integration';
import { operation, type Call } from '@forgemesh/rpc';
import type { IntegrationDocument } from '../integration.model';
import { presentIntegration } from '../integration.entity';
import type { IntegrationsDeps } from '../deps';

/** Lists the active integrations of a project; there is at most one of each kind. */
export const listProjectIntegrations = operation(
  ProjectIntegrationServiceDefinition.listProjectIntegrations,
  async (_request, call: Call<IntegrationsDeps>) => {
    const { deps } = call;
    const found = await deps.integrations.model
      .find({ project_id: call.resource('id').id })
      .sort({ slug: 1 })
      .lean<IntegrationDocument[]>();
    return { services: found.map((one) => presentIntegration(deps, one.slug, one)) };
  },
);
