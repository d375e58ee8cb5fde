/**
 * The hooks that may receive the events of projects. They are read for each event, and most
 * projects have none, so they are cached for a second, until any of them changes.
 */
import type { HookDocument } from './hook.model';
import type { HooksDeps } from './deps';

/** Key of the hooks of the instance in the cache. */
const INSTANCE = 0;

type HookCache = Pick<HooksDeps, 'hooks' | 'hookCache'>;

/** Loads the hooks of several projects and those of the instance together. */
export async function preloadHooks(deps: HookCache, projectIds: readonly number[]): Promise<void> {
  await hooksOf(deps, [INSTANCE, ...projectIds]);
}

/** The hooks of a project, without those of the instance. */
export async function projectHooks(deps: HookCache, projectId: number): Promise<readonly HookDocument[]> {
  return (await hooksOf(deps, [projectId])).get(projectId) ?? [];
}

/** The hooks of the instance. */
export async function instanceHooks(deps: HookCache): Promise<readonly HookDocument[]> {
  return (await hooksOf(deps, [INSTANCE])).get(INSTANCE) ?? [];
}

function hooksOf({ hooks, hookCache }: HookCache, keys: readonly number[]) {
  return hookCache.getAll(keys, async (missing) => {
    const ids = missing.map((key) => (key === INSTANCE ? null : key));
    const found = await hooks.model
      .find({ project_id: { $in: ids } })
      .sort({ _id: 1 })
      .lean<HookDocument[]>();
    return new Map(missing.map((key) => [key, found.filter(({ project_id: id }) => (id ?? INSTANCE) === key)]));
  });
}
