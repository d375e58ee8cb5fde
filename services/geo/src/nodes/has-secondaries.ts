import type { Geo } from '../deps';

/**
 * Whether the instance has secondaries. Without any, nothing is logged: a new secondary starts with
 * a backfill of all projects, which covers every change before it was created.
 */
export async function hasSecondaries({ nodes }: Pick<Geo, 'nodes'>): Promise<boolean> {
  return (await nodes.model.exists({ primary: false })) !== null;
}
