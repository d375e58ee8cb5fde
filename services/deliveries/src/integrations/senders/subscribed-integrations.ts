import {
  type IntegrationCacheDeps,
  type IntegrationDocument,
  type IntegrationEvent,
  integrationEvents,
  projectIntegrations,
} from '#integrations/settings';
import { senders } from './senders';

/** The integrations of a project that send requests about a trigger. */
export async function subscribedIntegrations(
  deps: IntegrationCacheDeps,
  { project_id, trigger }: { project_id: number | null; trigger: string },
): Promise<IntegrationDocument[]> {
  if (project_id === null || !integrationEvents.includes(trigger as IntegrationEvent)) return [];
  const integrations = await projectIntegrations(deps, project_id);
  return integrations.filter(
    (integration) => senders.has(integration.slug) && integration[trigger as IntegrationEvent],
  );
}
