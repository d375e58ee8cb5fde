import { ProjectIntegrationServiceDefinition } from '@forgemesh/proto/deliveries/v1/integration';
import { operation, type Call } from '@forgemesh/rpc';
import { findIntegration } from '../find-integration';
import { definitionOf } from '../integration.entity';
import type { IntegrationsDeps } from '../deps';

/** Removes an integration; succeeds if it does not exist. */
export const deleteProjectIntegration = operation(
  ProjectIntegrationServiceDefinition.deleteProjectIntegration,
  async ({ slug }, call: Call<IntegrationsDeps>) => {
    const { deps, principal } = call;
    definitionOf(slug);
    const integration = await findIntegration(deps, call.resource('id').id, slug);
    if (!integration) return {};
    call.assertUnmodified(integration.updated_at);
    await deps.integrations.remove(integration, { type: 'deliveries.integration.deleted', actor: principal.id });
    return {};
  },
);
