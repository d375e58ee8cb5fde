import type { Projects } from '../../deps';
import { chatSlugs } from './definitions';
import { integrationEvents, type IntegrationDocument, type IntegrationEvent } from './integration.model';

/** The chat integrations of a project that are subscribed to a trigger. */
export async function subscribedIntegrations(
  { integrations }: Projects,
  { project_id, trigger }: { project_id: number | null; trigger: string },
): Promise<IntegrationDocument[]> {
  if (project_id === null || !integrationEvents.includes(trigger as IntegrationEvent)) return [];
  return integrations.model
    .find({ project_id, slug: { $in: chatSlugs }, [trigger]: true })
    .lean<IntegrationDocument[]>()
    .exec();
}
