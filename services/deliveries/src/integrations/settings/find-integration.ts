import type { IntegrationDocument } from './integration.model';
import type { IntegrationsDeps } from './deps';

/** The integration of a project with a slug; null if it was never set up. */
export function findIntegration(
  { integrations }: IntegrationsDeps,
  project_id: number,
  slug: string,
): Promise<IntegrationDocument | null> {
  return integrations.model.findOne({ project_id, slug }).lean<IntegrationDocument>().exec();
}
