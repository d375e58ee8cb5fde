import { NotFoundError } from '@forgemesh/errors';
import type { Geo } from '#deps';
import type { NodeDocument } from './node.model';

/** Finds a node by id. Throws NotFoundError. */
export async function findNode({ nodes }: Pick<Geo, 'nodes'>, id: number): Promise<NodeDocument> {
  const node = await nodes.find(id);
  if (!node) throw new NotFoundError('GeoNode');
  return node;
}
