import type { Projects } from '#deps';
import type { IntegrationDocument } from './integration.model';

/** The integration of a project with a slug; null if it was never set up. */
export function findIntegration(
  { integrations }: Projects,
  project_id: number,
  slug: string,
): Promise<IntegrationDocument | null> {
  return integrations.model.findOne({ project_id, slug }).lean<IntegrationDocument>().exec();
}
