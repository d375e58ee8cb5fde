/**
 * The integrations that may receive the events of projects, cached like the hooks (see
 * `cached-hooks`).
 */
import type { IntegrationDocument } from './integration.model';
import type { IntegrationCacheDeps } from './deps';

/** Loads the integrations of several projects together. */
export async function preloadIntegrations(deps: IntegrationCacheDeps, projectIds: readonly number[]): Promise<void> {
  await integrationsOf(deps, projectIds);
}

/** The integrations of a project. */
export async function projectIntegrations(
  deps: IntegrationCacheDeps,
  projectId: number,
): Promise<readonly IntegrationDocument[]> {
  return (await integrationsOf(deps, [projectId])).get(projectId) ?? [];
}

function integrationsOf({ integrations, integrationCache }: IntegrationCacheDeps, keys: readonly number[]) {
  return integrationCache.getAll(keys, async (missing) => {
    const found = await integrations.model
      .find({ project_id: { $in: missing } })
      .sort({ _id: 1 })
      .lean<IntegrationDocument[]>();
    return new Map(missing.map((key) => [key, found.filter(({ project_id: id }) => id === key)]));
  });
}
