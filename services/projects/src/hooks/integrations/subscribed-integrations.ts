import type { Projects } from '../../deps';
import { projectIntegrations } from '../hook-deliveries/queue/event-receivers';
import { chatSlugs } from './definitions';
import { chatEvents, type ChatEvent, type IntegrationDocument } from './integration.model';

/** The chat integrations of a project that are subscribed to a trigger. */
export async function subscribedIntegrations(
  deps: Projects,
  { project_id, trigger }: { project_id: number | null; trigger: string },
): Promise<IntegrationDocument[]> {
  if (project_id === null || !chatEvents.includes(trigger as ChatEvent)) return [];
  const integrations = await projectIntegrations(deps, project_id);
  return integrations.filter(
    (integration) => chatSlugs.includes(integration.slug) && integration[trigger as ChatEvent],
  );
}
