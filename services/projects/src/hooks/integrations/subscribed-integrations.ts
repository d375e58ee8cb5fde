import { projectIntegrations } from './cached-integrations';
import { integrationEvents, type IntegrationDocument, type IntegrationEvent } from './integration.model';
import { senders } from './senders';
import type { IntegrationSenderDeps } from './deps';

/** The integrations of a project that send requests about a trigger. */
export async function subscribedIntegrations(
  deps: IntegrationSenderDeps,
  { project_id, trigger }: { project_id: number | null; trigger: string },
): Promise<IntegrationDocument[]> {
  if (project_id === null || !integrationEvents.includes(trigger as IntegrationEvent)) return [];
  const integrations = await projectIntegrations(deps, project_id);
  return integrations.filter(
    (integration) => senders.has(integration.slug) && integration[trigger as IntegrationEvent],
  );
}
