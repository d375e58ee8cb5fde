/**
 * The hooks and integrations that may receive the events of projects. They are read for each event,
 * and most projects have none, so they are cached for a second, until any of them changes.
 */
import type { Projects } from '#deps';
import type { HookDocument } from '#hooks/hooks/hook.model';
import type { IntegrationDocument } from '#hooks/integrations/integration.model';

/** Key of the hooks of the instance in the cache. */
const INSTANCE = 0;

type Caches = Pick<Projects, 'hooks' | 'integrations' | 'queries'>;

/** Loads the receivers of several projects together. */
export async function preloadReceivers(deps: Caches, projectIds: readonly number[]): Promise<void> {
  await Promise.all([hooksOf(deps, [INSTANCE, ...projectIds]), integrationsOf(deps, projectIds)]);
}

/** The hooks of a project, without those of the instance. */
export async function projectHooks(deps: Caches, projectId: number): Promise<readonly HookDocument[]> {
  return (await hooksOf(deps, [projectId])).get(projectId) ?? [];
}

/** The hooks of the instance. */
export async function instanceHooks(deps: Caches): Promise<readonly HookDocument[]> {
  return (await hooksOf(deps, [INSTANCE])).get(INSTANCE) ?? [];
}

/** The integrations of a project. */
export async function projectIntegrations(deps: Caches, projectId: number): Promise<readonly IntegrationDocument[]> {
  return (await integrationsOf(deps, [projectId])).get(projectId) ?? [];
}

function hooksOf({ hooks, queries }: Caches, keys: readonly number[]) {
  return queries.hooks.getAll(keys, async (missing) => {
    const ids = missing.map((key) => (key === INSTANCE ? null : key));
    const found = await hooks.model
      .find({ project_id: { $in: ids } })
      .sort({ _id: 1 })
      .lean<HookDocument[]>();
    return groupByKey(missing, found);
  });
}

function integrationsOf({ integrations, queries }: Caches, keys: readonly number[]) {
  return queries.integrations.getAll(keys, async (missing) => {
    const found = await integrations.model
      .find({ project_id: { $in: missing } })
      .sort({ _id: 1 })
      .lean<IntegrationDocument[]>();
    return groupByKey(missing, found);
  });
}

function groupByKey<Row extends { project_id: number | null }>(
  keys: readonly number[],
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  return new Map(keys.map((key) => [key, rows.filter(({ project_id: id }) => (id ?? INSTANCE) === key)]));
}
