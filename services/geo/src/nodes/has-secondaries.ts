import type { NodesDeps } from './deps';

/**
 * Whether the instance has secondaries. Without any, nothing is logged: a new secondary starts with
 * a backfill of all projects, which covers every change before it was created. Asked for each
 * change of the instance, so it is cached until a node changes.
 */
export function hasSecondaries({
  nodes,
  secondaryCache,
}: Pick<NodesDeps, 'nodes' | 'secondaryCache'>): Promise<boolean> {
  return secondaryCache.get('secondaries', async () => (await nodes.model.exists({ primary: false })) !== null);
}
