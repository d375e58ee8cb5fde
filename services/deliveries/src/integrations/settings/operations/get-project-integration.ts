import { ProjectIntegrationServiceDefinition } from '@forgemesh/proto/deliveries/v1/integration';
import { operation, type Call } from '@forgemesh/rpc';
import { findIntegration } from '../find-integration';
import { presentIntegrationDetail } from '../integration.entity';
import type { IntegrationsDeps } from '../deps';

/** Gets an integration. */
export const getProjectIntegration = operation(
  ProjectIntegrationServiceDefinition.getProjectIntegration,
  async ({ slug }, call: Call<IntegrationsDeps>) =>
    presentIntegrationDetail(call.deps, slug, await findIntegration(call.deps, call.resource('id').id, slug)),
);
