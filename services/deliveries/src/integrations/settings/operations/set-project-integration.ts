import { isDuplicateKey } from '@forgemesh/data';
import { ProjectIntegrationServiceDefinition } from '@forgemesh/proto/deliveries/v1/integration';
import { operation, type Call } from '@forgemesh/rpc';
import { findIntegration } from '../find-integration';
import { definitionOf, openProperties, presentIntegrationDetail } from '../integration.entity';
import { integrationEvents, type IntegrationDocument, type IntegrationEvent } from '../integration.model';
import { eventsAfter, propertiesAfter, type IntegrationRequest } from '../integration-settings';
import type { IntegrationsDeps } from '../deps';

/** Creates or changes an integration. */
export const setProjectIntegration = operation(
  ProjectIntegrationServiceDefinition.setProjectIntegration,
  async (request, call: Call<IntegrationsDeps>) =>
    presentIntegrationDetail(call.deps, request.slug, await setIntegration(call, request)),
);

async function setIntegration(
  call: Call<IntegrationsDeps>,
  request: { slug: string } & IntegrationRequest,
): Promise<IntegrationDocument> {
  definitionOf(request.slug);
  const found = await findIntegration(call.deps, call.resource('id').id, request.slug);
  const set = found ? await change(call, found, request) : await create(call, request);
  // A concurrent request created or removed it.
  return set ?? setIntegration(call, request);
}

/** Creates it; null if a concurrent request did. */
async function create(
  call: Call<IntegrationsDeps>,
  request: { slug: string } & IntegrationRequest,
): Promise<IntegrationDocument | null> {
  const { deps, principal } = call;
  const definition = definitionOf(request.slug);
  const properties = propertiesAfter(deps, definition, request, {});
  const off = Object.fromEntries(integrationEvents.map((name) => [name, false])) as Record<IntegrationEvent, boolean>;
  const now = new Date();
  try {
    return await deps.integrations.insert(
      {
        _id: await deps.hooks.nextId(),
        project_id: call.resource('id').id,
        slug: request.slug,
        ...off,
        ...eventsAfter(definition, request, null),
        properties: deps.integrationBox.seal(JSON.stringify(properties)),
        created_at: now,
        updated_at: now,
      },
      [{ type: 'deliveries.integration.created', actor: principal.id }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Changes it and ends its pause; null if it was removed. */
async function change(
  { deps, principal }: Call<IntegrationsDeps>,
  found: IntegrationDocument,
  request: { slug: string } & IntegrationRequest,
): Promise<IntegrationDocument | null> {
  const definition = definitionOf(request.slug);
  const changed = await deps.integrations.mutate(found._id, (current) => {
    const properties = propertiesAfter(deps, definition, request, openProperties(deps, current));
    return {
      set: {
        ...eventsAfter(definition, request, current),
        properties: deps.integrationBox.seal(JSON.stringify(properties)),
        failures: 0,
        disabled_until: null,
        updated_at: new Date(),
      },
      events: [{ type: 'deliveries.integration.updated', actor: principal.id, changes: {} }],
    };
  });
  if (changed && found.disabled_until) await deps.resumeDeliveries(found);
  return changed;
}
